//! The constants of the curve. Written by `bench/curves/constants.py`: do not edit.

use ark_ff::{BigInt, Fp, MontBackend, MontConfig};

/// The configuration of [`Fq`].
#[derive(MontConfig)]
#[modulus = "109987160966229827475128610946516238313233636272778849211690009116005449297086744733527814299127819515249413307027281461651996541957021941666003831833682088602531751666866859"]
#[generator = "2"]
pub struct FqConfig;
/// The prime field of the curve. Its `GENERATOR` is only known not to be a square.
pub type Fq = Fp<MontBackend<FqConfig, 9>, 9>;

/// The configuration of [`Fr`].
#[derive(MontConfig)]
#[modulus = "17323434443176474025046837145114304781117080681020563813729850836977847810428582451433314456802484224168180310460323457944324660301184571424092888519147521"]
#[generator = "7"]
pub struct FrConfig;
/// The scalar field.
pub type Fr = Fp<MontBackend<FrConfig, 9>, 9>;

/// The seed u = -4364300288 as signed powers of two: sign and exponent, highest first.
pub(super) const SEED: &[(i8, u32)] = &[(-1, 32), (-1, 26), (-1, 21), (-1, 17), (1, 12)];
/// (u − 1) / 3, a whole number, as sign and magnitude.
pub(super) const THIRD: (bool, u64) = (true, 1454766763);
/// The cofactor of G1.
pub(super) const COFACTOR1: &[u64] = &[0x581c5155edc14aab];
/// Its inverse.
pub(super) const COFACTOR1_INVERSE: Fr = Fr::new(BigInt([
    0x9588ae9e4b2e7fe9,
    0x253c5d72831adbd8,
    0xaff0e7ef2af400d3,
    0x80f5af2890dac551,
    0xce339fe0ea02d5bf,
    0x0ce8e995de7a0b3e,
    0x06c3359bbb7d0338,
    0x4ac32ee95ae4849a,
    0x0000000000000001,
]));
/// The cofactor of G2.
pub(super) const COFACTOR2: &[u64] = &[
    0x741419514185c1b1,
    0xe9d412f490ee8514,
    0x2570b6b7badb454f,
    0x90d03a3fe5748d73,
    0x2878241b260ff2a1,
    0x55c66a25e090fddf,
    0xd94da424c9a3e4cb,
    0x1bdf447d04d6b19a,
    0x4cd7077ab36fc298,
    0xb713d5ba96a85a06,
    0xdd423ce86adc9df5,
    0x10683b65a8ae7143,
    0x4bcf1e06f4c3184b,
    0x9ef08508b56835d6,
    0x360a00cf5845787e,
    0x97803b560a9fd6a9,
    0x99774a45cf861cbf,
    0x929890584462658a,
    0x72a2cb96b3ab91d5,
    0xbf26cd30db971a87,
    0x22a765e8e1f05fa5,
    0xaca3f25c4e1ffbc6,
    0x501d7af691cd7ca7,
    0x0ec7580db13c8a39,
    0xa631649b24db983d,
    0x956026d8c009b522,
    0x54badcb0ae4ac89b,
    0x77d69017f7e8a74f,
    0xe589fce28e08296d,
    0xc16338d054a27fe3,
    0x7923092a746f4c9a,
    0xdfbf52c6bea242d8,
    0xc324eec45f4c648c,
    0x0f13ef9e14eee695,
    0xebf671b79f70c76e,
    0xa2c9fd77408346a8,
    0xb2ba29cc153f05d9,
    0xac01fe483dbc7d3c,
    0xe6c84651e726f4dc,
    0x347e15f7a908a13b,
    0x0e47456d1bb05da6,
    0x1fcbb3f43da52850,
    0x9715ad5620463c8d,
    0xd08ccf5dcf5acd43,
    0x167c2dc6d3d4a052,
    0xbaf2d508e6fb91e4,
    0xc129284abd4a6212,
    0x52ed2535b989e93b,
    0x9b6759dcafe03e20,
    0xbf8cd3655966934c,
    0xcb6338f3f5cb4d28,
    0xba34541636a12368,
    0x04231b9390897b5d,
    0xd3df084e99f5f2c6,
    0x5defd34caff970b3,
    0x3740a8d1f697ab84,
    0xa0abcd991c821ba6,
    0xc43bcd29b01d66bd,
    0xfee69ca8c4c57212,
    0x406d9491d6654002,
    0x9c78bfb13d0585aa,
    0xca6b361de3d2ff94,
    0xd0cbbbdf5642cc7b,
    0x004d9319fb953f45,
];
/// Its inverse.
pub(super) const COFACTOR2_INVERSE: Fr = Fr::new(BigInt([
    0x9bc9ea795928d951,
    0x9026f2b03ca9a870,
    0x90b75d49bf324777,
    0xc3cc428622375fb2,
    0x2a9c1c75e7b99dae,
    0xf4fb1f4bd2b6c80a,
    0xa6825da0fd1d6044,
    0x1507e18253de3282,
    0x0000000000000000,
]));
/// The cube root of unity β with (βx, y) = −u^(k/6)·(x, y) on G1.
pub(super) const BETA: Fq = Fq::new(BigInt([
    0x3edccc1f79de0ffe,
    0x8b09b5067a7d54b4,
    0xbf731080c9e83c7e,
    0x5b94dc5040d95302,
    0x8ee2e4b3614c8713,
    0x8772c958fcf60104,
    0xeb6326d2124a02ff,
    0xeaf58916ac91c570,
    0x00000001501a1507,
]));
/// The generator of G1: x and y.
pub(super) const G1: [Fq; 2] = [
    Fq::new(BigInt([
        0xe5e90828e3d6dd07,
        0x7b99896e1847ee48,
        0x709372b7d2252cb6,
        0xc1262ccd9c641a1a,
        0x7af4bae96c676f58,
        0x54396b429933810d,
        0x793066bef0a2887d,
        0xa7a60c30f9b49b3f,
        0x71d54c9cbe8ed814,
    ])),
    Fq::new(BigInt([
        0x9be8c4db2c4e4379,
        0x7bb1ee5b98a4405c,
        0xb6ba15b8087990cf,
        0x85846cffdd36a584,
        0xcd05875c80675b5c,
        0x2a9f122335724a43,
        0x66f2b53d4a39a1ec,
        0x60b63c3f7244db34,
        0x4ad6224b26f339a0,
    ])),
];

/// The x coordinate of the generator of G2.
pub(super) const G2_X: [Fq; 8] = [
    Fq::new(BigInt([
        0x6125f18b582a8a7b,
        0xdcb6f2591acb0d26,
        0xa39db0a7ff9af6a0,
        0x65ab7b1b5fc0af0a,
        0x6ee708eda036b87b,
        0xa03599404ba14dcf,
        0xadce581925f5f008,
        0xa43032b74e720739,
        0x138a3b787a15e055,
    ])),
    Fq::new(BigInt([
        0xc607025c48ba0e16,
        0x0e905a611011262d,
        0x423ab9f7be9c219d,
        0x941f56402c35df14,
        0x3087762cb5bbf009,
        0x47554622c344dc01,
        0xc71cc9eba2bb8fa8,
        0x3fb5f7219dac22af,
        0x6f0fc0058a4bf8a4,
    ])),
    Fq::new(BigInt([
        0xe6a3e10f4181ba7f,
        0xcc256e5fbffa1e26,
        0xc5be932629d9cfa8,
        0x78ff8230b0374a5d,
        0x3f6378fc8bfb106e,
        0x601003231bb82017,
        0x07c60e912bba3a74,
        0x77b6722ca400c6f1,
        0x41eb6ca8dcd9f145,
    ])),
    Fq::new(BigInt([
        0x8bddc3342f5f0ccf,
        0xb6f62ec1b3e39072,
        0x6e8ee8063af57934,
        0x8a63e55fe077997c,
        0x5b7e4b7fa04c7361,
        0xe5e4fa3fc2508856,
        0xf819ad002a7d86e3,
        0x949e6a2aaf202b10,
        0x05d9f0e28292f853,
    ])),
    Fq::new(BigInt([
        0x835a7b0a0a54577d,
        0xd124335564e99bc4,
        0x0bfa34027352d880,
        0x6943d46b02e47a45,
        0x04ca598b7a3aabb1,
        0x10adbe65b5b99de5,
        0x1183f7596dffd385,
        0x6204337deead6cc1,
        0x24e64b5cf053836a,
    ])),
    Fq::new(BigInt([
        0x34fc5479407eb596,
        0x1233f8abc7f7cc23,
        0xe2f36f7c431ed4a5,
        0xfda440e0d1ccf44a,
        0x0173226bac275166,
        0x80b44efd8f5b9dde,
        0x804c0beacf30291f,
        0x67ab10ebf965f49c,
        0x602eb6e5ea1c04a7,
    ])),
    Fq::new(BigInt([
        0x5974f7e3cf61047a,
        0x6236559ac207eb3f,
        0x6e0d3d24361796b9,
        0xa09e20db7b7c31ca,
        0x8dcd2d72d983c49a,
        0x8ff1eb88c4a9c993,
        0xa7a02e666eae7b10,
        0x90fb10d84ba9d251,
        0x564fc55c2affa528,
    ])),
    Fq::new(BigInt([
        0x820337448a6c1ce6,
        0xfec97dcf9ab8407d,
        0x793b32cc5ad4f1ea,
        0x2baf19c1b7580b8a,
        0x51de6a7782088217,
        0x11def806bf376664,
        0x6a94728f425ca188,
        0xfe493881b090d8d8,
        0x2f5d13df98bb5bd4,
    ])),
];

/// The y coordinate of the generator of G2.
pub(super) const G2_Y: [Fq; 8] = [
    Fq::new(BigInt([
        0x09ce6bfb42687a1f,
        0xbd8b50ab6b68ddc6,
        0x83ca7925dee4d0e4,
        0xf94a1fc35a89fe61,
        0x0c1bda746fc3b821,
        0x6b290a3451cd8ea6,
        0x3c257930c42891a5,
        0x7da318cadaa6b3fc,
        0x60d70fbdeab95b81,
    ])),
    Fq::new(BigInt([
        0x88c840710047b43b,
        0x281deec63b45a51e,
        0xf22464b8858f1e9d,
        0xbd8511115941fda1,
        0x48df27439a99015d,
        0xf0b5b6dad8e19a2d,
        0xd27fc75a6d3fb796,
        0x984a34bdacfd8383,
        0x70a31dabde3244d5,
    ])),
    Fq::new(BigInt([
        0xc8b1529025a0c125,
        0x19f06e47f5d38e79,
        0xf193a9e94f4f738a,
        0xecad368035ddbb57,
        0x5ad3d793468cd597,
        0x5394f7cf398fe632,
        0x738346a03ce0b1e3,
        0x1a1ab6483210793e,
        0x4ec9882f545f3cb0,
    ])),
    Fq::new(BigInt([
        0x12c3e607b0e11689,
        0xfa91b0d0a4585eb9,
        0x4ab171570da705f0,
        0xbc0c8403218e04b6,
        0xcbd3f746cc866c52,
        0x5e3655b8661ed83f,
        0xc2dbbcaa43f355a4,
        0xcd42cafb4f21f1db,
        0x69b3459e97c87a78,
    ])),
    Fq::new(BigInt([
        0xce6311866a33ce39,
        0x44625605b5edb6c2,
        0xbc91990f5fb0ae0d,
        0x408e152471d83bff,
        0x9b529e3576f8046b,
        0x565618e2be94e0b5,
        0xb2efdc9237814f07,
        0xd3ab9b396fcf9157,
        0x1e50247d579e883c,
    ])),
    Fq::new(BigInt([
        0x26030fa8d36cda9f,
        0x88f3559f20361d0f,
        0xf4f25db3637adea8,
        0x6c8be538a4639552,
        0x2acbfdd0feb22e26,
        0x232da893fcc12319,
        0xb5b51810e9c27912,
        0x20c3656b2518ae85,
        0x0e871ce247811428,
    ])),
    Fq::new(BigInt([
        0x94e124be0d25d293,
        0x1f1c0a9d30ce9e2b,
        0x4f430ba5ef702ff2,
        0xed29fd50fa470327,
        0x8f4e747c1f81da7c,
        0xaca7484724afb8b6,
        0xfbc8b8a75755494a,
        0x193059b6df9cad3e,
        0x1a5c42120bd7bf32,
    ])),
    Fq::new(BigInt([
        0xff33e37eb46b2f3d,
        0x8bc9e43bf4741614,
        0x9fd02223d17eceac,
        0x6e1950d0f38ce289,
        0xeebccab5107416c4,
        0xb59f30dbdeecfbb9,
        0x18629d5dcc8d4714,
        0xe8217975fb37acba,
        0x6819cbea31f19023,
    ])),
];
