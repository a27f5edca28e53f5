"""What the table allows: suggestions, the best play, and proofs that there is none."""
