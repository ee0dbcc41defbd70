//! Chance never changes: golden values of every stream and every way of drawing, because records
//! made today must replay for ever.

use juez::core::{Rng, Seat, Seed, Stream};

fn rng() -> Rng {
    Seed::from(7).rng()
}

#[test]
fn every_stream_has_its_golden_child() {
    let golden = [
        (Stream::Match(0), "eee6641c8b314be22eebf0ba19c7e1aa6be23627b15c09adb67665c6746cb09b"),
        (Stream::Match(1), "a3631f35dfa7c2b0a0a70dc9c190daee01fb65f2181f112a188551ffc6abb024"),
        (Stream::Deal(0), "f616f987225f749b08a90881473558d1c128962a6365581a05b1628ec1634380"),
        (Stream::Deal(1), "eeb93c09a18acb8d96e5ef96584a853a93195a96708ed331ea9879793e3e2b9d"),
        (Stream::Opening, "9b0d844d67f09b5ee91def240c4e1b454177e0667b99be93018e2aaf06c086c3"),
        (
            Stream::Bot(Seat::new(0)),
            "2d278aab7cd381599405d2d67a7c7fd86b09837d482b8489b754049d795165d6",
        ),
        (
            Stream::Bot(Seat::new(5)),
            "f687eee83fc7c720204847311ce818297a99bc79f870acf338d21684a7332c63",
        ),
        (
            Stream::Substitute(31),
            "91d22588ea08b596a09757a3dffae6bde872a79c04214db52145e8ac74a2d2f9",
        ),
        (
            Stream::World { ply: 1, n: 0 },
            "835f35a15772ca5e63078c18e5b7d826142733b1ea45cd455b63df1c2e62f83a",
        ),
        (
            Stream::World { ply: 0, n: 1 },
            "41409e6832d085ac15e8f361800bcdf7428f18da775513d2bbb88d5f86e348cb",
        ),
    ];
    for (stream, hex) in golden {
        assert_eq!(Seed::from(7).child(stream).to_string(), hex, "{stream:?}");
    }
}

/// `printf %s 00..07 | b3sum`.
#[test]
fn the_commitment_of_a_seed_is_the_hash_of_its_digits() {
    let golden = "d750be47f5dc51b466425baa75b2bf6437c3932f39112339102db2c22dcff408";
    assert_eq!(Seed::from(7).commitment(), golden);
    assert_eq!(blake3::hash(format!("{:064}", 7).as_bytes()).to_string(), golden);
}

#[test]
fn a_seed_that_is_a_number_is_short_but_for_the_largest() {
    let bits = |number: u64| Seed::from(number).significant_bits();
    assert_eq!([0, 1, 7, 8, 256, u64::MAX >> 1].map(bits), [0, 1, 3, 4, 9, 63]);
    assert!([0, 1, 100_000, u64::MAX >> 1].iter().all(|&number| Seed::from(number).is_short()));
    assert!(!Seed::from(u64::MAX).is_short());
    assert!(!Seed::fresh().expect("bits of the system").is_short());
    let mut bytes = [0; 32];
    bytes[0] = 128;
    assert_eq!(Seed::from_bytes(bytes).significant_bits(), 256);
}

#[test]
fn a_child_is_the_documented_blake3_derivation() {
    let parent = Seed::from(7);
    let material = |index: u64| [&parent.bytes()[..], &index.to_le_bytes()].concat();
    let deal = blake3::derive_key("juez/1 deal", &material(3));
    assert_eq!(parent.child(Stream::Deal(3)), Seed::from_bytes(deal));
    let world = blake3::derive_key("juez/1 world", &material(5 << 32 | 2));
    assert_eq!(parent.child(Stream::World { ply: 5, n: 2 }), Seed::from_bytes(world));
}

#[test]
fn bits_are_golden() {
    let mut rng = rng();
    assert_eq!(
        [0; 4].map(|_| rng.bits()),
        [4556576592050373027, 928596619155686971, 18077592718735870824, 3283092090649083730]
    );
}

#[test]
fn an_index_is_drawn_in_proportion_to_its_weight() {
    let mut rng = Seed::from(5).rng();
    let mut counts = [0; 4];
    for _ in 0..6000 {
        counts[rng.weighted(&[1, 0, 3, 2])] += 1;
    }
    for (count, expected) in counts.into_iter().zip([1000_i32, 0, 3000, 2000]) {
        assert!((count - expected).abs() <= 120, "{counts:?}");
    }
    assert_eq!((counts[1], rng.weighted(&[0, 0])), (0, 0));
}

#[test]
fn below_is_golden() {
    // Uses one generator throughout, so the number of words that a draw takes is fixed too.
    let mut rng = rng();
    let golden: [(u32, [u32; 8]); 6] = [
        (1, [0; 8]),
        (2, [0, 1, 1, 1, 1, 1, 0, 1]),
        (6, [0, 2, 3, 3, 5, 2, 1, 0]),
        (36, [34, 21, 13, 9, 16, 5, 5, 1]),
        (1000, [188, 934, 298, 482, 671, 851, 562, 931]),
        (
            u32::MAX,
            [
                1969062943, 396564181, 4056696169, 3941959024, 1138450457, 777316280, 2036895329,
                4060971369,
            ],
        ),
    ];
    for (n, values) in golden {
        assert_eq!([0; 8].map(|_| rng.below(n)), values, "below {n}");
    }
}

#[test]
fn unit_is_golden() {
    let mut rng = rng();
    assert_eq!(
        [0; 3].map(|_| rng.unit()),
        [0.2470125120098805, 0.05033932359256443, 0.9799882649480783]
    );
}

#[test]
fn a_shuffle_is_golden() {
    let mut items: Vec<u8> = (0..12).collect();
    rng().shuffle(&mut items);
    assert_eq!(items, [11, 1, 10, 4, 8, 7, 6, 3, 0, 5, 2, 9]);
}

#[test]
fn small_ranges_are_drawn_evenly() {
    let mut rng = rng();
    for n in [2, 3, 5, 6, 7, 12] {
        let draws = 6_000 * n;
        let mut counts = vec![0i64; n as usize];
        for _ in 0..draws {
            counts[rng.below(n) as usize] += 1;
        }
        // Pearson's statistic; 40 is beyond the 0.01 % quantile for 11 degrees of freedom.
        let squares: i64 = counts.iter().map(|count| (count - 6_000).pow(2)).sum();
        assert!(squares / 6_000 < 40, "below {n}: {counts:?}");
    }
}

#[test]
fn the_widest_range_stays_in_range() {
    let mut rng = rng();
    let half = u32::MAX / 2;
    let draws: Vec<u32> = (0..10_000).map(|_| rng.below(u32::MAX)).collect();
    assert!(draws.iter().all(|&n| n < u32::MAX));
    let high = draws.iter().filter(|&&n| n > half).count();
    assert!((4_700..5_300).contains(&high), "{high} of 10000 in the upper half");
}

#[test]
fn every_order_of_three_comes_out_of_a_shuffle() {
    let mut rng = rng();
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..6_000 {
        let mut items = [0, 1, 2];
        rng.shuffle(&mut items);
        *counts.entry(items).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 6);
    assert!(counts.values().all(|count| (850..1_150).contains(count)), "{counts:?}");
}

#[test]
fn a_seed_is_read_back_from_its_hex() {
    let seed = Seed::from(7).child(Stream::Opening);
    let text = seed.to_string();
    assert_eq!(text.parse(), Ok(seed));
    assert_eq!(text.to_uppercase().parse(), Ok(seed));
    let json = serde_json::to_string(&seed).unwrap();
    assert_eq!(json, format!("{text:?}"));
    assert_eq!(serde_json::from_str::<Seed>(&json).unwrap(), seed);
}

#[test]
fn a_small_number_is_a_seed() {
    let seven: Seed = "7".parse().unwrap();
    assert_eq!(seven, Seed::from(7));
    assert_eq!(seven.to_string(), format!("{:064x}", 7));
    assert_eq!(u64::MAX.to_string().parse(), Ok(Seed::from(u64::MAX)));
}

#[test]
fn other_text_is_no_seed() {
    let wide = "é".repeat(32);
    for text in ["", "-7", "+7", "0x7", "7 ", "18446744073709551616", &"g".repeat(64), &wide] {
        let error = text.parse::<Seed>().unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("cannot read seed {text:?}: expected a whole number or 64 hex digits")
        );
    }
}
