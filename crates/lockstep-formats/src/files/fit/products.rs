//! Garmin's product numbers as FIT's profile names them. Device names are built from them and determine
//! the class of sensor. Regional variants are left out.

/// Returns the name of a Garmin product.
pub(super) fn garmin(number: u32) -> Option<&'static str> {
    let at = GARMIN
        .binary_search_by_key(&number, |(product, _)| *product)
        .ok()?;
    Some(GARMIN[at].1)
}

/// Sorted by number.
#[rustfmt::skip]
const GARMIN: &[(u32, &str)] = &[
    (1, "hrm1"), (5, "hrm2ss"), (7, "hrm3ss"), (717, "fr405"), (782, "fr50"), (988, "fr60"),
    (1018, "fr310xt"), (1036, "edge500"), (1124, "fr110"), (1169, "edge800"), (1325, "edge200"),
    (1328, "fr910xt"), (1345, "fr610"), (1405, "approach_g10"), (1436, "fr70"),
    (1446, "fr310xt4t"), (1482, "fr10"), (1499, "swim"), (1551, "fenix"), (1561, "edge510"),
    (1567, "edge810"), (1623, "fr620"), (1632, "fr220"), (1736, "edge_touring"),
    (1743, "hrm_tri"), (1752, "hrm_run"), (1765, "fr920xt"), (1836, "edge1000"),
    (1837, "vivo_fit"), (1885, "vivo_ki"), (1903, "fr15"), (1907, "vivo_active"),
    (1936, "approach_s6"), (1956, "vivo_smart"), (1967, "fenix2"), (1988, "epix"),
    (2050, "fenix3"), (2067, "edge520"), (2147, "edge25"), (2148, "fr25"), (2150, "vivo_fit2"),
    (2153, "fr225"), (2156, "fr630"), (2157, "fr230"), (2158, "fr735xt"), (2187, "d2airvenu"),
    (2204, "edge_explore1000"), (2238, "edge20"), (2262, "d2_bravo"), (2266, "approach_s20"),
    (2271, "vivo_smart2"), (2292, "approach_x40"), (2294, "vivo_smart_emea"), (2327, "hrm4_run"),
    (2337, "vivo_active_hr"), (2347, "vivo_smart_gps_hr"), (2348, "vivo_smart_hr"),
    (2368, "vivo_move"), (2406, "vivo_fit3"), (2413, "fenix3_hr"), (2431, "fr235"),
    (2432, "fenix3_chronos"), (2503, "fr35"), (2530, "edge820"), (2531, "edge_explore820"),
    (2544, "fenix5s"), (2547, "d2_bravo_titanium"), (2604, "fenix5x"), (2606, "vivo_fit_jr"),
    (2622, "vivo_smart3"), (2623, "vivo_sport"), (2650, "fr35_hebrew"), (2656, "approach_s60"),
    (2691, "fr935"), (2697, "fenix5"), (2700, "vivoactive3"), (2713, "edge1030"),
    (2733, "fr235_china_nfc"), (2772, "vivo_move_hr"), (2806, "approach_z80"),
    (2819, "d2charlie"), (2859, "descent"), (2878, "vivo_fit4"), (2886, "fr645"),
    (2888, "fr645m"), (2891, "fr30"), (2900, "fenix5s_plus"), (2909, "edge130"),
    (2927, "vivosmart4"), (2962, "approach_x10"), (2988, "vivoactive3m_w"),
    (3011, "edge_explore"), (3049, "approach_s10"), (3066, "vivoactive3m_l"), (3076, "fr245"),
    (3077, "fr245_music"), (3085, "approach_g80"), (3095, "edge1030_bontrager"),
    (3110, "fenix5_plus"), (3111, "fenix5x_plus"), (3112, "edge520_plus"), (3113, "fr945"),
    (3121, "edge530"), (3122, "edge830"), (3126, "instinct_esports"), (3143, "descent_t1"),
    (3224, "vivoactive4_small"), (3225, "vivoactive4_large"), (3226, "venu"),
    (3246, "marq_driver"), (3247, "marq_aviator"), (3248, "marq_captain"),
    (3249, "marq_commander"), (3250, "marq_expedition"), (3251, "marq_athlete"),
    (3258, "descent_mk2"), (3282, "fr45"), (3287, "fenix6_ssport"), (3288, "fenix6_s"),
    (3289, "fenix6_sport"), (3290, "fenix6"), (3291, "fenix6x"), (3299, "hrm_dual"),
    (3300, "hrm_pro"), (3308, "vivo_move3_premium"), (3314, "approach_s40"), (3378, "vivo_move3"),
    (3405, "swim2"), (3466, "instinct_solar"), (3473, "vivoactive3_daimler"),
    (3542, "descent_mk2s"), (3558, "edge130_plus"), (3570, "edge1030_plus"), (3589, "fr745"),
    (3596, "venusq_music"), (3599, "venusq_music_v2"), (3600, "venusq"), (3615, "lily"),
    (3624, "marq_adventurer"), (3638, "enduro"), (3652, "fr945_lte"), (3703, "venu2"),
    (3704, "venu2s"), (3739, "marq_golfer"), (3740, "venu_daimler"), (3823, "approach_s12"),
    (3843, "edge1040"), (3851, "venu2_plus"), (3869, "fr55"), (3888, "instinct2"),
    (3889, "instinct2s"), (3905, "fenix7s"), (3906, "fenix7"), (3907, "fenix7x"),
    (3927, "approach_g12"), (3934, "approach_s42"), (3943, "epix_gen2"),
    (3982, "vivo_move_sport"), (3983, "vivomove_trend"), (3990, "fr255_music"),
    (3991, "fr255_small_music"), (3992, "fr255"), (3993, "fr255_small"), (4005, "descent_g1"),
    (4024, "fr955"), (4061, "edge540"), (4062, "edge840"), (4063, "vivosmart5"),
    (4105, "marq_gen2"), (4115, "venusq2"), (4116, "venusq2music"), (4124, "marq_gen2_aviator"),
    (4125, "d2_air_x10"), (4130, "hrm_pro_plus"), (4135, "tactix7"), (4155, "instinct_crossover"),
    (4169, "edge_explore2"), (4222, "descent_mk3"), (4223, "descent_mk3i"),
    (4233, "approach_s70"), (4257, "fr265_large"), (4258, "fr265_small"), (4260, "venu3"),
    (4261, "venu3s"), (4312, "epix_gen2_pro42"), (4313, "epix_gen2_pro47"),
    (4314, "epix_gen2_pro51"), (4315, "fr965"), (4341, "enduro2"), (4374, "fenix7s_pro_solar"),
    (4375, "fenix7_pro_solar"), (4376, "fenix7x_pro_solar"), (4380, "lily2"),
    (4394, "instinct2x"), (4426, "vivoactive5"), (4432, "fr165"), (4433, "fr165_music"),
    (4440, "edge1050"), (4442, "descent_t2"), (4446, "hrm_fit"), (4472, "marq_gen2_commander"),
    (4477, "lily_athlete"), (4532, "fenix8_solar"), (4533, "fenix8_solar_large"),
    (4534, "fenix8_small"), (4536, "fenix8"), (4556, "d2_mach1_pro"), (4575, "enduro3"),
    (4583, "instinct_e40mm"), (4584, "instinct_e45mm"), (4585, "instinct3_solar45mm"),
    (4586, "instinct3_amoled45mm"), (4587, "instinct3_amoled50mm"), (4588, "descent_g2"),
    (4603, "venu_x1"), (4606, "hrm200"), (4625, "vivoactive6"), (4631, "fenix8_pro"),
    (4633, "edge550"), (4634, "edge850"), (4643, "venu4"), (4644, "venu4s"),
    (4647, "approach_s44"), (4655, "edge_mtb"), (4656, "approach_s50"), (4666, "fenix_e"),
    (4678, "instinct_crossover_amoled"), (4759, "instinct3_solar50mm"), (4775, "tactix8_amoled"),
    (4776, "tactix8_solar"), (4825, "approach_j1"), (4879, "d2_mach2"), (4944, "d2_air_x15"),
    (10014, "edge_remote"),
];
