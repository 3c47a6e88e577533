"""The points, orders and constants of both curves, from the seed alone."""

from field import Curve, Field
from formulas import FAMILIES, curve_orders, p_of, r_of

B = 4


class Parameters:
    """Everything that follows from a seed and b = 4."""

    def __init__(self, degree):
        self.degree = degree
        self.u = FAMILIES[degree].seed
        self.p, self.r = p_of(self.u, degree), r_of(self.u, degree)
        self.base, self.twist = Field(self.p, 2), Field(self.p, degree // 6)
        order, twist_order = curve_orders(self.u, degree)
        self.cofactor1, self.cofactor2 = order // self.r, twist_order // self.r
        # E over F_p lies in E over F_p(i), for which `Field` serves too.
        self.curve = Curve(self.base, self.base.number(B))
        # z^6 is the z of the twist's field: an M-twist, y^2 = x^3 + 4 z^6.
        root = self.twist.power_of_z(1)
        self.twisted = Curve(self.twist, self.twist.mul(self.twist.number(B), root))
        self.g = self.first(self.curve, self.base.zero, self.cofactor1, in_prime_field=True)
        self.h = self.first(self.twisted, root, self.cofactor2)

    def first(self, curve, start, cofactor, in_prime_field=False):
        """The cofactor times the first point with x = start + 1, start + 2, ... The lesser y."""
        field, x = curve.field, start
        while True:
            x = field.add(x, field.one)
            y = self.root(curve, x, in_prime_field)
            if y is None:
                continue
            point = curve.mul((x, min(y, field.neg(y), key=self.tower_order)), cofactor)
            if point is not None:
                assert curve.holds(point) and curve.mul(point, self.r) is None
                return point

    def root(self, curve, x, in_prime_field):
        field = curve.field
        square = field.add(field.mul(field.mul(x, x), x), curve.b)
        if not in_prime_field:
            return field.sqrt(square)
        root = pow(square[0], (self.p + 1) // 4, self.p)
        return field.number(root) if root * root % self.p == square[0] else None

    def tower_order(self, element):
        """Compares the highest coordinate first."""
        return tuple(reversed(self.tower(element)))

    def tower(self, element):
        """The coordinates over i^2 = -1, v^2 = 1 + i, t^2 = v, lowest first, i within v within t."""
        if len(element) == 1:
            return [element[0]]
        half = len(element) // 2
        if len(element) == 2:
            # z = 1 + i with z^2 = 2 z - 2: a + b z = (a + b) + b i.
            return [sum(element) % self.p, element[1]]
        low, high = element[0::2], element[1::2]
        assert len(low) == half
        return self.tower(low) + self.tower(high)

    def beta(self):
        """The cube root of unity with (beta x, y) = -u^(k/6) (x, y) on G1."""
        x, y = self.g
        wanted = self.curve.mul(self.g, -(self.u ** (self.degree // 6)) % self.r)
        return wanted[0][0] * pow(x[0], -1, self.p) % self.p


def both():
    return {degree: Parameters(degree) for degree in FAMILIES}
