use once_cell::sync::Lazy;

/// The version, the commit if the build knew it, and what this processor can do.
pub(crate) fn text() -> &'static str {
    static TEXT: Lazy<String> = Lazy::new(|| {
        let commit = option_env!("AJEEB_COMMIT").map_or(String::new(), |hash| format!(" ({hash})"));
        let features = features().join(" ");
        let features = if features.is_empty() {
            "none of interest"
        } else {
            &features
        };
        let (version, arch) = (env!("CARGO_PKG_VERSION"), std::env::consts::ARCH);
        format!("{version}{commit}\n{arch}, features of this processor: {features}")
    });
    &TEXT
}

/// The instruction sets that matter to an engine and that this processor has.
#[cfg(target_arch = "x86_64")]
fn features() -> Vec<&'static str> {
    [
        ("sse4.2", is_x86_feature_detected!("sse4.2")),
        ("popcnt", is_x86_feature_detected!("popcnt")),
        ("bmi2", is_x86_feature_detected!("bmi2")),
        ("avx2", is_x86_feature_detected!("avx2")),
        ("avx512bw", is_x86_feature_detected!("avx512bw")),
        ("avx512vnni", is_x86_feature_detected!("avx512vnni")),
    ]
    .into_iter()
    .filter_map(|(name, here)| here.then_some(name))
    .collect()
}

/// The instruction sets that matter to an engine and that this processor has.
#[cfg(target_arch = "aarch64")]
fn features() -> Vec<&'static str> {
    [
        ("neon", std::arch::is_aarch64_feature_detected!("neon")),
        (
            "dotprod",
            std::arch::is_aarch64_feature_detected!("dotprod"),
        ),
    ]
    .into_iter()
    .filter_map(|(name, here)| here.then_some(name))
    .collect()
}

/// None are known for other processors.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn features() -> Vec<&'static str> {
    Vec::new()
}
