"""Measurements that are kept: run one with ``python -m tests.benchmarks.NAME``."""
