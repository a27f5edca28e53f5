"""What the table allows: suggestions, the best play, and proofs that there is none.

Exact for every ruleset; within a budget of states looked at, after which the best play found so far is the answer
and is marked as not proved.
"""

from engine.rummikub.solver.answers import Solution, solve
from engine.rummikub.solver.rack_sets import rack_plays
from engine.rummikub.solver.suggestions import suggestions

__all__ = ["Solution", "rack_plays", "solve", "suggestions"]
