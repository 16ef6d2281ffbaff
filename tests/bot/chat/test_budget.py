from bot.chat.budget import MOST_KEPT, Budget, Standing

WELCOME, WARNED, IGNORED = Standing.WELCOME, Standing.WARNED, Standing.IGNORED


class Clock:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_who_floods_is_told_once_and_then_ignored_for_a_minute() -> None:
    clock = Clock()
    budget = Budget(3, clock=clock)
    assert [budget.spend(7) for _ in range(6)] == [WELCOME, WELCOME, WELCOME, WARNED, IGNORED, IGNORED]
    clock.now = 59.9
    assert budget.spend(7) is IGNORED
    clock.now = 60.0
    assert [budget.spend(7) for _ in range(4)] == [WELCOME, WELCOME, WELCOME, WARNED]


def test_a_flood_costs_nobody_else_anything() -> None:
    budget = Budget(1, clock=Clock())
    assert [budget.spend(who) for who in (7, 7, 8)] == [WELCOME, WARNED, WELCOME]


def test_requests_that_are_spread_out_are_all_welcome() -> None:
    clock = Clock()
    budget = Budget(2, span_s=10, clock=clock)
    seen = set()
    for second in range(0, 100, 5):
        clock.now = second
        seen.add(budget.spend(7))
    assert seen == {WELCOME}


def test_people_who_have_been_quiet_are_not_remembered_for_ever() -> None:
    clock = Clock()
    budget = Budget(3, clock=clock)
    for who in range(MOST_KEPT):
        budget.spend(who)
    clock.now = 120.0
    budget.spend(-1)
    assert len(budget._accounts) == 1
