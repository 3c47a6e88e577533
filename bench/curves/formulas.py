"""The families BLS24 and BLS48, in plain integers."""

from typing import NamedTuple


class Family(NamedTuple):
    """What the search asks of a family, and the seed that it found."""

    bits: int
    top: int
    lowest: int
    seed: int


FAMILIES = {
    24: Family(bits=509, top=51, lowest=6, seed=2**51 - 2**45 + 2**39 + 2**15),
    48: Family(bits=575, top=32, lowest=4, seed=-(2**32) - 2**26 - 2**21 - 2**17 + 2**12),
}

WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71)


def r_of(u, degree):
    return u ** (degree // 3) - u ** (degree // 6) + 1


def p_of(u, degree):
    """u must be 1 modulo 3."""
    return (u - 1) ** 2 // 3 * r_of(u, degree) + u


def is_prime(number):
    """Miller and Rabin, with twenty bases. Enough for numbers that nobody chose to deceive it."""
    if number < 2:
        return False
    for small in WITNESSES:
        if number % small == 0:
            return number == small
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in WITNESSES:
        power = pow(base, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


def curve_orders(u, degree):
    """Returns #E(F_p), and the order over F_(p^(k/6)) of the sextic twist that r divides."""
    p, r, t = p_of(u, degree), r_of(u, degree), u + 1
    # t_n = alpha^n + conjugate^n, and alpha^n = (t_n + f_n sqrt(-3)) / 2.
    previous, trace = 2, t
    for _ in range(degree // 6 - 1):
        previous, trace = trace, t * trace - p * previous
    q = p ** (degree // 6)
    f = square_root((4 * q - trace * trace) // 3)
    for twisted in ((trace + 3 * f) // 2, (trace - 3 * f) // 2):
        if (q + 1 - twisted) % r == 0:
            return p + 1 - t, q + 1 - twisted
    raise ValueError("no sextic twist has a subgroup of order r")


def square_root(number):
    """The whole square root of a square."""
    root = 1 << (number.bit_length() + 1) // 2
    while root * root > number:
        root = (root + number // root) // 2
    if root * root != number:
        raise ValueError("no square")
    return root
