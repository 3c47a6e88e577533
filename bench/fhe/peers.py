"""SEAL (tenseal.sealapi) and OpenFHE, one row at a time on request.

Reads lines `peer row`, answers with microseconds of one run, or `-` where the peer has no such row.
First line of arguments: n, bits of the plaintext prime, bits of the special prime, bits of each
ciphertext prime. One thread each.
"""
import os, sys, time

os.environ["OMP_NUM_THREADS"] = "1"
n, t_bits, special_bits, *q_bits = map(int, sys.argv[1:])
clock = time.thread_time  # processor time, as `time` in main.rs measures it
peers = {}


def seal():
    import tenseal.sealapi as s
    parms = s.EncryptionParameters(s.SCHEME_TYPE.BFV)
    parms.set_poly_modulus_degree(n)
    parms.set_coeff_modulus(s.CoeffModulus.Create(n, q_bits + [special_bits]))
    parms.set_plain_modulus(s.PlainModulus.Batching(n, t_bits))
    context = s.SEALContext(parms, True, s.SEC_LEVEL_TYPE.TC128)
    assert context.parameters_set(), "SEAL refuses the parameters"
    keygen = s.KeyGenerator(context)
    public, relin, galois = s.PublicKey(), s.RelinKeys(), s.GaloisKeys()
    keygen.create_public_key(public)
    keygen.create_relin_keys(relin)
    keygen.create_galois_keys(galois)
    encryptor = s.Encryptor(context, public, keygen.secret_key())
    decryptor = s.Decryptor(context, keygen.secret_key())
    evaluator, encoder = s.Evaluator(context), s.BatchEncoder(context)
    values = [i % 200 for i in range(n)]
    plain, x, y, out, opened = s.Plaintext(), s.Ciphertext(), s.Ciphertext(), s.Ciphertext(), s.Plaintext()
    encoder.encode(values, plain)
    encryptor.encrypt(plain, x)
    encryptor.encrypt(plain, y)

    def multiply():
        evaluator.multiply(x, y, out)
        evaluator.relinearize_inplace(out, relin)

    turned, total = s.Ciphertext(), s.Ciphertext()
    encryptor.encrypt(plain, total)

    def inner_sum():
        total = s.Ciphertext()
        evaluator.rotate_rows(x, 1, galois, turned)
        evaluator.add(x, turned, total)
        step = 2
        while step < n // 2:
            evaluator.rotate_rows(total, step, galois, turned)
            evaluator.add_inplace(total, turned)
            step *= 2
        evaluator.rotate_columns(total, galois, turned)
        evaluator.add_inplace(total, turned)
        return total

    decryptor.decrypt(inner_sum(), opened)
    assert encoder.decode_uint64(opened)[0] == sum(values), "SEAL's own sum"
    rows = {
        "encrypt, public key": lambda: encryptor.encrypt(plain, out),
        "encrypt, secret key": lambda: encryptor.encrypt_symmetric(plain, out),
        "decrypt": lambda: decryptor.decrypt(x, opened),
        "add in place": lambda: evaluator.add_inplace(total, y),
        "rotate": lambda: evaluator.rotate_rows(x, 1, galois, out),
        "sum of all slots": inner_sum,
    }
    if len(q_bits) > 2:
        rows["multiply, relinearize"] = multiply
    return rows


def openfhe():
    import openfhe as o
    t = plain_prime()
    parms = o.CCParamsBFVRNS()
    parms.SetPlaintextModulus(t)
    parms.SetMultiplicativeDepth(1 if len(q_bits) > 2 else 0)
    parms.SetSecurityLevel(o.HEStd_NotSet)
    parms.SetRingDim(n)
    context = o.GenCryptoContext(parms)
    for feature in (o.PKE, o.KEYSWITCH, o.LEVELEDSHE, o.ADVANCEDSHE):
        context.Enable(feature)
    keys = context.KeyGen()
    context.EvalMultKeyGen(keys.secretKey)
    context.EvalAtIndexKeyGen(keys.secretKey, [1])
    context.EvalSumKeyGen(keys.secretKey)
    values = [i % 200 for i in range(n)]
    plain = context.MakePackedPlaintext(values)
    x, y = context.Encrypt(keys.publicKey, plain), context.Encrypt(keys.publicKey, plain)
    print(f"OpenFHE n={context.GetRingDimension()} log2 Q={float(context.GetModulus()) and __import__('math').log2(context.GetModulus()):.0f}", file=sys.stderr)
    total = context.Encrypt(keys.publicKey, plain)
    rows = {
        "encrypt, public key": lambda: context.Encrypt(keys.publicKey, plain),
        "decrypt": lambda: context.Decrypt(keys.secretKey, x),
        "add in place": lambda: context.EvalAddInPlace(total, y),
        "rotate": lambda: context.EvalRotate(x, 1),
        "sum of all slots": lambda: context.EvalSum(x, n),
    }
    if len(q_bits) > 2:
        rows["multiply, relinearize"] = lambda: context.EvalMult(x, y)
    return rows


def plain_prime():
    """The largest prime of t_bits bits that is 1 modulo 2n."""
    def prime(q):
        d, r = q - 1, 0
        while d % 2 == 0:
            d, r = d // 2, r + 1
        for a in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
            z = pow(a, d, q)
            if z not in (1, q - 1) and all((z := z * z % q) != q - 1 for _ in range(r - 1)):
                return False
        return True
    q = (2**t_bits - 2) // (2 * n) * (2 * n) + 1
    while not prime(q):
        q -= 2 * n
    return q


for name, make in (("seal", seal), ("openfhe", openfhe)):
    try:
        peers[name] = make()
    except Exception as error:  # a library that is not installed is left out and reported
        print(f"{name}: left out: {error}", file=sys.stderr)
        peers[name] = {}
print("ready", flush=True)
for line in sys.stdin:
    peer, row = line.rstrip("\n").split(" ", 1)
    work = peers[peer].get(row)
    if work is None:
        print("-", flush=True)
        continue
    work()  # an uncounted run that warms the caches, as in main.rs
    repeats = 20 if row == "add in place" else 1
    start = clock()
    for _ in range(repeats):
        work()
    print((clock() - start) * 1e6 / repeats, flush=True)
