from attackers.rows import Proof, Proposal, Row
from audits.rewards.judge import Attempt, judge
from audits.rewards.outcome import Kind, Outcome
from audits.rules import Severity


def attempt(index, answer, value, proof=Proof.WRONG, base=None, attack="trying"):
    row = Row(index=index, gold=f"gold {index}", reference=f"gold {index}")
    proposal = Proposal(
        rule="R104", attack=attack, answer=answer, wrong="it is wrong", proof=proof, base=base
    )
    return Attempt(row, proposal, Outcome(Kind.VALUE, value), 1.0)


def severities(attempts):
    return {found.shape: found.severity for found in judge(attempts)}


def test_another_row_s_answer_is_proven_wrong_where_half_of_the_rows_pay_it():
    paid = [attempt(at, f"other {at}", 1.0, Proof.MOSTLY) for at in range(2)]
    unpaid = [attempt(at, f"other {at}", 0.0, Proof.MOSTLY) for at in range(2, 5)]
    assert severities(paid + unpaid) == {"trying": Severity.WARNING}
    assert severities(paid + unpaid[:2]) == {"trying": Severity.ERROR}


def test_what_its_base_earns_by_itself_was_not_bought_by_the_rest():
    base = attempt(0, "close", 0.6, Proof.MOSTLY, attack="the base")
    same = attempt(0, "close\nverdict", 0.6, base="close")
    assert "trying" not in severities([base, same])
    more = attempt(0, "close\nverdict", 1.0, base="close")
    assert severities([base, more])["trying"] is Severity.ERROR
