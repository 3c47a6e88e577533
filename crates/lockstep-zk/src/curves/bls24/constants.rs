//! The constants of the curve. Written by `bench/curves/constants.py`: do not edit.

use ark_ff::{BigInt, Fp, MontBackend, MontConfig};

/// The configuration of [`Fq`].
#[derive(MontConfig)]
#[modulus = "956883959332643251894993563123423927683820337082366838249950299036962232463220474808436855615768337632406292215053882174514669893143597596457401220868779"]
#[generator = "2"]
pub struct FqConfig;
/// The prime field of the curve. Its `GENERATOR` is only known not to be a square.
pub type Fq = Fp<MontBackend<FqConfig, 8>, 8>;

/// The configuration of [`Fr`].
#[derive(MontConfig)]
#[modulus = "583961779440282426697260720788931565848368289699385170755293379913690258621777578254328235770213204683961247227817366650881"]
#[generator = "7"]
pub struct FrConfig;
/// The scalar field.
pub type Fr = Fp<MontBackend<FrConfig, 7>, 7>;

/// The seed u = 2217165197443072 as signed powers of two: sign and exponent, highest first.
pub(super) const SEED: &[(i8, u32)] = &[(1, 51), (-1, 45), (1, 39), (1, 15)];
/// (u − 1) / 3, a whole number, as sign and magnitude.
pub(super) const THIRD: (bool, u64) = (false, 739055065814357);
/// The cofactor of G1.
pub(super) const COFACTOR1: &[u64] = &[0xf57abfaabfffaaab, 0x00000014aea01557];
/// Its inverse.
pub(super) const COFACTOR1_INVERSE: Fr = Fr::new(BigInt([
    0xa99ff9fcfff9fff4,
    0x7a7b244ee5f64b21,
    0x32b4abd89c4e670f,
    0x55bfe138217e5a95,
    0xc5f993e56dac2919,
    0x00000158840b657f,
    0x0000000000000000,
]));
/// The cofactor of G2.
pub(super) const COFACTOR2: &[u64] = &[
    0x6ace133597b46524,
    0x0ca432a0a9d8f708,
    0xedb228ad4628a79b,
    0x36aa1938c9c3c36f,
    0xb79be2b1c364c0a6,
    0x5a18465f053b7de0,
    0x65262bbeb96303f2,
    0x9dcef6d6d1d70f78,
    0x05a1059d1f8e3ce4,
    0x28de9569045bc53c,
    0x8fc8fd7aa0d6564d,
    0xfd65ebeed05de3b9,
    0xc546041ada8df888,
    0x7dd638f5e5834a81,
    0xb43c8e7f7b5194ef,
    0xcc6348faa29987b0,
    0x6169347081100f38,
    0xa14590e1d19b69e4,
    0xf1df24758025d858,
    0x689e239bc915c2b6,
    0x51470787466f3ff2,
    0xaa38225f16fbcdf5,
    0x56393876210dc9a3,
    0x9d51785736dec4f6,
    0xfefdd319daa18140,
    0x0000000001ecb25c,
];
/// Its inverse.
pub(super) const COFACTOR2_INVERSE: Fr = Fr::new(BigInt([
    0x559a66a89a1b2188,
    0xfecc1e4645f2340a,
    0x74a84259db84bda3,
    0x31b6da3f57d50378,
    0x180af58454bd322e,
    0xc56580816622570b,
    0x0000000000b218a6,
]));
/// The cube root of unity β with (βx, y) = −u^(k/6)·(x, y) on G1.
pub(super) const BETA: Fq = Fq::new(BigInt([
    0x848ac0aa4000aaa9,
    0xd35c3cdac02b535d,
    0xfce500377b03f9e2,
    0xb87024edfe223f09,
    0x402a10908499e11d,
    0xd849ca0e858ee350,
    0x35aa6fea2bd16672,
    0x124526bfd8573a8f,
]));
/// The generator of G1: x and y.
pub(super) const G1: [Fq; 2] = [
    Fq::new(BigInt([
        0x68f3afeece680f46,
        0xe6e0d46d14057bec,
        0x4e75c477ffafc23b,
        0x4d975e5463834a4d,
        0xf2b42566cb61ee0f,
        0x87d1b4a8d64ed627,
        0x654105cba62605ef,
        0x00b5d351af3cdc8f,
    ])),
    Fq::new(BigInt([
        0x815cde21595f1663,
        0x4079ff29cb425bab,
        0xbdde95dd652179fc,
        0x96ff8af415349ce8,
        0x4b3250f393c1d813,
        0xa3015e2ab1075815,
        0x2fc823ae33ef7331,
        0x053134f9d49dddc7,
    ])),
];

/// The x coordinate of the generator of G2.
pub(super) const G2_X: [Fq; 4] = [
    Fq::new(BigInt([
        0x4b43b55a5c70bb1f,
        0xbce2424f67396184,
        0x1f7e00cab018e1ee,
        0x1ddac0ff74f3b835,
        0x55bd71a9f36759d3,
        0x42d3e37a8bc4c293,
        0xed1ad13b9cb5f699,
        0x0b213748ce170ac5,
    ])),
    Fq::new(BigInt([
        0x47e917828deda06d,
        0x7daed65f87bb22c3,
        0x442154e2d5db13ef,
        0x25fe4f74ba9a8da1,
        0x2e041a13b72c2dd0,
        0x9f632d349692d629,
        0x31c4ad4021e33048,
        0x023077edf46d231f,
    ])),
    Fq::new(BigInt([
        0x95557c0245f57f0e,
        0x7c37d76b6cea7d5a,
        0xc85596fb0f5b59b3,
        0xf1a7f070b49abb4a,
        0xca9df67014688c17,
        0xe2994079f6f84f92,
        0x296303e4ddcd43ac,
        0x0d1c3e4aafadefe8,
    ])),
    Fq::new(BigInt([
        0x7be8b63d24be4efc,
        0xd6f8dfb4f432c219,
        0x4e338eed638f3cc4,
        0x27d1e1d317e17da6,
        0x8898aeaf86ae0e19,
        0x731417f2cddc99ab,
        0x517929aecb1a3186,
        0x07efd00d87240ccf,
    ])),
];

/// The y coordinate of the generator of G2.
pub(super) const G2_Y: [Fq; 4] = [
    Fq::new(BigInt([
        0x707c5a64b62fe7d4,
        0xc9f634088a25964a,
        0x9d4b3f2f1a634cae,
        0x6976fe01f8fd28ef,
        0xe022c004a2780c4d,
        0x104b8344b081ef1e,
        0xd21b14a7fdee1d80,
        0x1039e78e94e943ee,
    ])),
    Fq::new(BigInt([
        0x279c797c616fcc86,
        0x218bc51f344b3b27,
        0x75cf422e3de60609,
        0xefd6ce9a7bff6b40,
        0x652498ad0e807596,
        0x67a79407e7d7ed10,
        0x638fde0f0ec87cbd,
        0x0852adc8db42caec,
    ])),
    Fq::new(BigInt([
        0xec58801b9bd3b57c,
        0xe8f9c4d6a6d01753,
        0x54d04bba8e9ecf91,
        0x53b27999fdf93470,
        0x8dcf2ff46dee1e1d,
        0x6bd641f7df8593b7,
        0x8fae4326983445f2,
        0x0e184a4829dc606e,
    ])),
    Fq::new(BigInt([
        0x75420b554a9e1a8f,
        0x0320abe922683b87,
        0x305e60b5f212a011,
        0xa1b0323fa0d12e6c,
        0xbdebe066743e5168,
        0x96629111d37372a4,
        0xf6f0fac81073919e,
        0x1083fb425c2f66dd,
    ])),
];
