"""Property tests try the same examples each time, so that a run says what changed and never what was drawn.

Others are tried by ``--hypothesis-profile=fresh``. How long one takes is a matter of benchmarks.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("fresh", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.register_profile("same", settings.get_profile("fresh"), derandomize=True, database=None)
settings.load_profile("same")
