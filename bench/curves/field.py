"""Arithmetic in F_p[z] / (z^n - 2 z^(n/2) + 2), and on curves y^2 = x^3 + b over it.

The polynomial says z^(n/2) = 1 + i with i^2 = -1. All fields of a tower have this form, so that one
class serves them all. It is slow on purpose: no tower, no twisted lines, no special exponent.
"""


class Field:
    def __init__(self, p, degree):
        self.p, self.degree = p, degree
        self.slot = 2 * p.bit_length() + degree.bit_length() + 2
        self.mask = (1 << self.slot) - 1
        self.zero = (0,) * degree
        self.one = self.number(1)
        self.size = p**degree

    def number(self, value):
        return (value % self.p,) + (0,) * (self.degree - 1)

    def power_of_z(self, exponent):
        return tuple(int(place == exponent) for place in range(self.degree))

    def add(self, a, b):
        return tuple((x + y) % self.p for x, y in zip(a, b))

    def sub(self, a, b):
        return tuple((x - y) % self.p for x, y in zip(a, b))

    def neg(self, a):
        return tuple(-x % self.p for x in a)

    def pack(self, a):
        return int.from_bytes(self.packed(a), "little")

    def packed(self, a):
        whole = 0
        for place, value in enumerate(a):
            whole |= value << (place * self.slot)
        return whole.to_bytes((self.degree * self.slot + 7) // 8, "little")

    def mul(self, a, b):
        """One product of large integers (Kronecker), then the reduction by the polynomial."""
        product = self.pack(a) * self.pack(b)
        n, half = self.degree, self.degree // 2
        parts = [product >> (place * self.slot) & self.mask for place in range(2 * n - 1)]
        for place in range(2 * n - 2, n - 1, -1):
            parts[place - half] += 2 * parts[place]
            parts[place - n] -= 2 * parts[place]
        return tuple(value % self.p for value in parts[:n])

    def pow(self, a, exponent):
        result = self.one
        for bit in bin(exponent)[2:]:
            result = self.mul(result, result)
            if bit == "1":
                result = self.mul(result, a)
        return result

    def inv(self, a):
        """a^(p^n - 2) by way of the norm: 1/a = a^(p + p^2 + ...) / N(a)."""
        product, power = self.one, a
        for _ in range(self.degree - 1):
            power = self.frobenius(power)
            product = self.mul(product, power)
        norm = self.mul(product, a)
        assert norm[1:] == self.zero[1:] and norm[0] != 0
        inverse = pow(norm[0], -1, self.p)
        return tuple(value * inverse % self.p for value in product)

    def frobenius(self, a):
        """a^p: z^e becomes the e-th power of z^p."""
        if not hasattr(self, "powers"):
            image = self.pow(self.power_of_z(1), self.p) if self.degree > 1 else self.one
            self.powers = [self.one]
            for _ in range(self.degree - 1):
                self.powers.append(self.mul(self.powers[-1], image))
        sums = [0] * self.degree
        for value, power in zip(a, self.powers):
            for place, part in enumerate(power):
                sums[place] += value * part
        return tuple(value % self.p for value in sums)

    def sqrt(self, a):
        """Tonelli and Shanks. Returns None if a is not a square."""
        odd, twos = self.size - 1, 0
        while odd % 2 == 0:
            odd, twos = odd // 2, twos + 1
        if a == self.zero:
            return a
        if self.pow(a, (self.size - 1) // 2) != self.one:
            return None
        nonresidue = self.power_of_z(1) if self.degree > 1 else self.number(-1)
        c, x, t = self.pow(nonresidue, odd), self.pow(a, (odd + 1) // 2), self.pow(a, odd)
        while t != self.one:
            order, square = 0, t
            while square != self.one:
                square, order = self.mul(square, square), order + 1
            b = c
            for _ in range(twos - order - 1):
                b = self.mul(b, b)
            x, c = self.mul(x, b), self.mul(b, b)
            t, twos = self.mul(t, c), order
        return x


class Curve:
    """y^2 = x^3 + b. A point is (x, y), infinity is None."""

    def __init__(self, field, b):
        self.field, self.b = field, b

    def holds(self, point):
        f, (x, y) = self.field, point
        return f.mul(y, y) == f.add(f.mul(f.mul(x, x), x), self.b)

    def slope(self, left, right):
        """The slope of the line through two points, or None for a vertical line."""
        f, (x1, y1), (x2, y2) = self.field, left, right
        if x1 != x2:
            return f.mul(f.sub(y2, y1), f.inv(f.sub(x2, x1)))
        if y1 != y2 or y1 == f.zero:
            return None
        square = f.mul(x1, x1)
        return f.mul(f.add(f.add(square, square), square), f.inv(f.add(y1, y1)))

    def add(self, left, right):
        if left is None or right is None:
            return left or right
        f, (x1, y1), (x2, _) = self.field, left, right
        slope = self.slope(left, right)
        if slope is None:
            return None
        x = f.sub(f.sub(f.mul(slope, slope), x1), x2)
        return x, f.sub(f.mul(slope, f.sub(x1, x)), y1)

    def neg(self, point):
        return point and (point[0], self.field.neg(point[1]))

    def mul(self, point, number):
        if number < 0:
            return self.mul(self.neg(point), -number)
        result = None
        for bit in bin(number)[2:]:
            result = self.add(result, result)
            if bit == "1":
                result = self.add(result, point)
        return result
