// SEAL, one row at a time on request, for `src/seal.rs`.
//
// Arguments: n, the plaintext prime, the bits of the special prime, the number of primes that a switch drops, the
// ciphertext primes. Reads lines with the name of a row and answers with microseconds of one run, or `-` where SEAL has
// no such row.
//
// SEAL is not part of this repository. With SEAL (and HEXL) installed under PREFIX:
// clang++ -O3 -march=native -std=c++17 -I PREFIX/include/SEAL-4.4 seal.cpp -L PREFIX/lib -lseal-4.4 -lhexl -lcpu_features -o seal

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include <seal/seal.h>

using namespace seal;

namespace {

/// Processor time of this thread in microseconds, as `time` in main.rs measures it.
double now() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_nsec) / 1e3;
}

struct Row {
    int repeats;
    std::function<void()> work;
};

/// The largest prime of this size that is no ciphertext prime: the special prime of Lockstep's sets.
Modulus special_prime(std::size_t n, int bits, const std::vector<Modulus> &ciphertext) {
    const auto found = CoeffModulus::Create(n, std::vector<int>(ciphertext.size() + 1, bits));
    const Modulus *largest = nullptr;
    for (const auto &prime : found) {
        const bool taken = std::find(ciphertext.begin(), ciphertext.end(), prime) != ciphertext.end();
        if (!taken && (largest == nullptr || prime.value() > largest->value())) {
            largest = &prime;
        }
    }
    return *largest;
}

} // namespace

int main(int count, char **words) {
    if (count < 6) {
        std::cerr << "seal N PLAIN SPECIAL_BITS DROPPED PRIME…\n";
        return 2;
    }
    const std::size_t n = std::strtoull(words[1], nullptr, 10);
    const std::uint64_t t = std::strtoull(words[2], nullptr, 10);
    const int special_bits = std::atoi(words[3]);
    const std::size_t dropped = std::strtoull(words[4], nullptr, 10);
    std::vector<Modulus> primes;
    for (int i = 5; i < count; i++) {
        primes.emplace_back(std::strtoull(words[i], nullptr, 10));
    }
    const std::size_t top = primes.size();
    primes.push_back(special_prime(n, special_bits, primes));

    EncryptionParameters parms(scheme_type::bfv);
    parms.set_poly_modulus_degree(n);
    parms.set_coeff_modulus(primes);
    parms.set_plain_modulus(t);
    SEALContext context(parms, true, sec_level_type::tc128);
    if (!context.parameters_set()) {
        std::cerr << "SEAL refuses the parameters: " << context.parameter_error_message() << "\n";
        return 1;
    }
    std::cerr << "SEAL " << SEAL_VERSION << "\n";
    KeyGenerator generator(context);
    PublicKey public_key;
    RelinKeys relin;
    GaloisKeys galois;
    generator.create_public_key(public_key);
    generator.create_relin_keys(relin);
    generator.create_galois_keys(galois);
    Encryptor encryptor(context, public_key, generator.secret_key());
    Decryptor decryptor(context, generator.secret_key());
    Evaluator evaluator(context);
    BatchEncoder encoder(context);

    std::vector<std::int64_t> values(n), decoded;
    for (std::size_t i = 0; i < n; i++) {
        values[i] = static_cast<std::int64_t>(i % 200);
    }
    Plaintext plain, encoded, opened;
    Ciphertext x, y, total, evaluated, out, loaded, smaller;
    encoder.encode(values, plain);
    encryptor.encrypt(plain, x);
    encryptor.encrypt(plain, y);
    total = x;
    evaluator.rotate_rows(x, 1, galois, evaluated);
    auto target = context.first_context_data();
    for (std::size_t i = 0; i < dropped; i++) {
        target = target->next_context_data();
    }
    const auto level = target->parms_id();
    std::vector<seal_byte> bytes(static_cast<std::size_t>(evaluated.save_size(compr_mode_type::none)));

    const auto inner_sum = [&] {
        evaluator.rotate_rows(x, 1, galois, out);
        evaluator.add(x, out, smaller);
        for (int step = 2; step < static_cast<int>(n / 2); step *= 2) {
            evaluator.rotate_rows(smaller, step, galois, out);
            evaluator.add_inplace(smaller, out);
        }
        evaluator.rotate_columns(smaller, galois, out);
        evaluator.add_inplace(smaller, out);
    };
    inner_sum();
    decryptor.decrypt(smaller, opened);
    encoder.decode(opened, decoded);
    std::int64_t sum = 0;
    for (const auto value : values) {
        sum += value;
    }
    if (decoded[0] != sum) {
        std::cerr << "SEAL's sum is wrong\n";
        return 1;
    }
    evaluated.save(bytes.data(), bytes.size(), compr_mode_type::none);

    std::map<std::string, Row> rows{
        {"encode", {1, [&] { encoder.encode(values, encoded); }}},
        {"decode", {1, [&] { encoder.decode(plain, decoded); }}},
        {"encrypt, public key", {1, [&] { encryptor.encrypt(plain, out); }}},
        {"encrypt, secret key", {1, [&] { encryptor.encrypt_symmetric(plain, out); }}},
        {"decrypt", {1, [&] { decryptor.decrypt(x, opened); }}},
        {"add in place", {20, [&] { evaluator.add_inplace(total, y); }}},
        {"rotate", {1, [&] { evaluator.rotate_rows(x, 1, galois, out); }}},
        {"sum of all slots", {1, inner_sum}},
        {"write", {1, [&] { evaluated.save(bytes.data(), bytes.size(), compr_mode_type::none); }}},
        {"read", {1, [&] { loaded.load(context, bytes.data(), bytes.size()); }}},
    };
    if (top > 2) {
        rows["multiply, relinearize"] = {1, [&] {
                                             evaluator.multiply(x, y, out);
                                             evaluator.relinearize_inplace(out, relin);
                                         }};
    }
    if (dropped > 0) {
        rows["switch down"] = {1, [&] { evaluator.mod_switch_to(x, level, smaller); }};
    }

    std::cout << "ready" << std::endl;
    for (std::string name; std::getline(std::cin, name);) {
        const auto row = rows.find(name);
        if (row == rows.end()) {
            std::cout << "-" << std::endl;
            continue;
        }
        row->second.work(); // an uncounted run that warms the caches, as in main.rs
        const double start = now();
        for (int i = 0; i < row->second.repeats; i++) {
            row->second.work();
        }
        std::cout << (now() - start) / row->second.repeats << std::endl;
    }
}
