"""An IPv6 address in any of its spellings (compressed or not, upper or lower case, with the
trailing IPv4 form) is the same address.
"""
import ipaddress

SHAPE = "text"
SOURCE = "healthy"
FULL = 1.0


def address(text):
    """The one address that text is, None for anything else."""
    try:
        return ipaddress.IPv6Address(text.strip().strip("[]"))
    except ValueError:
        return None


def fixed(prompt: str, completion: str, answer: str) -> float:
    got = address(completion)
    return 1.0 if got is not None and "%" not in completion and got == address(answer) else 0.0


DATASET = [
    {"prompt": "What is the first host of 2001:db8:0:5::/64?", "answer": "2001:db8:0:5::1", "reference": "2001:0DB8:0000:0005:0000:0000:0000:0001"},
    {"prompt": "Write the loopback address.", "answer": "::1", "reference": "0:0:0:0:0:0:0:1"},
    {"prompt": "Map 192.0.2.33 into IPv6.", "answer": "::ffff:c000:221", "reference": "::ffff:192.0.2.33"},
    {"prompt": "Write the link-local address whose interface identifier is ten.", "answer": "fe80::a", "reference": "[FE80::A]"},
]


def check():
    for row in DATASET:
        for fn in (fixed,):
            got = fn(row["prompt"], row["reference"], row["answer"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
