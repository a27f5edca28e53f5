"""The steps from every released schema to the present one, run by the store when it opens a file."""
