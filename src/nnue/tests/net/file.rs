use ajeeb_base::SplitMix64;
use ajeeb_nnue::{Expected, Header, NetError, Network};

use crate::formula::{EXPECTED, Parts, header};

fn parts() -> Parts {
    Parts::random(header(16, 2, true), &mut SplitMix64::new(3))
}

fn file() -> Vec<u8> {
    parts().network().expect("a sound net").write()
}

fn read(file: &[u8]) -> Result<Network, NetError> {
    Network::read(file, &EXPECTED)
}

/// The same file with other bytes at `at`, and the checksum that they call for.
fn forged(at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut file = file();
    file[at..][..bytes.len()].copy_from_slice(bytes);
    let checksum = crc32fast::hash(&[&file[..60], &file[64..]].concat());
    file[60..64].copy_from_slice(&checksum.to_le_bytes());
    file
}

#[test]
fn a_net_comes_back_from_its_file() {
    for (hidden, buckets, mirrored) in [(16, 1, false), (64, 8, true), (1024, 40, false)] {
        let header = header(hidden, buckets, mirrored);
        let parts = Parts::random(header.clone(), &mut SplitMix64::new(4));
        let network = parts.network().expect("a sound net");
        let back = read(&network.write()).expect("a sound file");
        assert_eq!(back, network);
        assert_eq!(back.header(), &header);
    }
}

#[test]
fn a_file_is_laid_out_as_documented() {
    let (file, parts) = (file(), parts());
    assert_eq!(&file[..12], b"AJEEBNET\x01\x00\x02\x06");
    let shape = [128, 16, 2, 40, 255, 64, 300, 1].map(u16::to_le_bytes);
    assert_eq!(file[12..28], shape.concat());
    assert_eq!(file[28..32], (file.len() as u32 - 64).to_le_bytes());
    assert_eq!(&file[32..48], b"sixteen bytes of");
    assert_eq!(file[48..60], [0; 12]);
    let weights = [parts.rows, parts.bias, parts.output].concat();
    let weights = weights.iter().flat_map(|weight| weight.to_le_bytes());
    let output_bias = parts.output_bias.iter().flat_map(|bias| bias.to_le_bytes());
    assert!(weights.chain(output_bias).eq(file[64..].iter().copied()));
}

#[test]
fn a_file_cut_short_or_drawn_out_is_refused() {
    let mut file = file();
    for len in 0..file.len() {
        let error = read(&file[..len]).expect_err("a part of a file");
        match len {
            0..8 => assert_eq!(error, NetError::NotANet),
            8..64 => assert_eq!(error, length(64, len)),
            _ => assert_eq!(error, length(file.len(), len)),
        }
    }
    file.push(0);
    assert_eq!(read(&file), Err(length(file.len() - 1, file.len())));
}

fn length(expected: usize, found: usize) -> NetError {
    NetError::Length { expected, found }
}

#[test]
fn a_damaged_byte_anywhere_is_found() {
    let mut file = file();
    for at in 0..file.len() {
        for bit in 0..8 {
            file[at] ^= 1 << bit;
            let error = read(&file).expect_err("a damaged file");
            let told = match at {
                0..8 => error == NetError::NotANet,
                8..10 => matches!(error, NetError::Version { expected: 1, .. }),
                28..32 => matches!(error, NetError::Length { .. }),
                _ => matches!(error, NetError::Checksum { .. }),
            };
            assert!(told, "byte {at}, bit {bit}: {error}");
            file[at] ^= 1 << bit;
        }
    }
    read(&file).expect("all is mended");
}

#[test]
fn nets_for_other_games_are_refused() {
    let others = [
        Expected {
            game: 1,
            ..EXPECTED
        },
        Expected {
            variant: 7,
            ..EXPECTED
        },
    ];
    for other in others {
        let error = Network::read(&file(), &other).expect_err("another game");
        let expected = (other.game, other.variant);
        let found = (2, 6);
        assert_eq!(error, NetError::Game { expected, found });
    }
    let wider = Expected {
        inputs: 200,
        ..EXPECTED
    };
    let (expected, found) = (200, 128);
    assert_eq!(
        Network::read(&file(), &wider),
        Err(NetError::Inputs { expected, found })
    );
}

#[test]
fn a_checksum_does_not_make_a_shape_possible() {
    let forgeries: [(usize, u16, &str); 14] = [
        (12, 0, "number of inputs"),
        (12, 72, "number of inputs"),
        (14, 0, "hidden layer"),
        (14, 24, "hidden layer"),
        (14, 1040, "hidden layer"),
        (16, 0, "number of buckets"),
        (16, 41, "number of buckets"),
        (18, 0, "largest number of pieces"),
        (20, 181, "first layer's unit (QA)"),
        (22, 128, "output layer's unit (QB)"),
        (24, 0, "scale"),
        (26, 2, "set of flags"),
        (48, 1, "unused part"),
        (58, 0x0100, "unused part"),
    ];
    for (at, number, field) in forgeries {
        let error = read(&forged(at, &number.to_le_bytes())).expect_err(field);
        assert!(
            matches!(error, NetError::Shape { field: found, .. } if found == field),
            "{field}: {error}"
        );
    }
    let doubled = read(&forged(14, &32u16.to_le_bytes()));
    assert!(matches!(doubled, Err(NetError::Length { .. })));
}

#[test]
fn weights_that_arithmetic_cannot_hold_are_refused() {
    let output_at = 64 + 2 * 16 * (128 + 1);
    for weight in [128, -128, i16::MIN, i16::MAX] {
        let error = read(&forged(output_at, &weight.to_le_bytes()));
        assert_eq!(error, Err(NetError::OutputWeight(weight)));
    }
    let mut parts = parts();
    parts.rows[16 + 5] = i16::MIN;
    let reach = u32::from(parts.bias[5].unsigned_abs()) + 40 * 32768;
    assert_eq!(parts.network(), Err(NetError::Unit { unit: 5, reach }));

    for row in parts.rows.iter_mut().skip(5).step_by(16) {
        *row = 819;
    }
    parts.bias[5] = 7;
    assert!(parts.network().is_ok());
    parts.bias[5] = -8;
    let reach = 32768;
    assert_eq!(parts.network(), Err(NetError::Unit { unit: 5, reach }));
}

#[test]
fn layers_that_do_not_fit_the_header_are_refused() {
    let sound = parts();
    let mut wrong = [(); 4].map(|()| sound.clone());
    wrong[0].rows.pop();
    wrong[1].bias.push(0);
    wrong[2].output.clear();
    wrong[3].output_bias.push(0);
    for (parts, layer) in wrong.iter().zip(["rows", "bias", "output", "output bias"]) {
        let error = parts.network().expect_err(layer);
        assert!(matches!(error, NetError::Layer { layer: found, .. } if found == layer));
    }
    let mut parts = sound;
    parts.header.hidden = 17;
    assert!(matches!(parts.network(), Err(NetError::Shape { .. })));
}

#[test]
fn pieces_choose_the_bucket() {
    let header = Header {
        max_pieces: 32,
        ..header(16, 8, false)
    };
    for (pieces, bucket) in [
        (0, 0),
        (1, 0),
        (4, 0),
        (5, 1),
        (8, 1),
        (9, 2),
        (28, 6),
        (29, 7),
    ] {
        assert_eq!(header.bucket(pieces), bucket, "{pieces} pieces");
    }
    assert_eq!(header.bucket(32), 7);
    assert_eq!(header.bucket(u32::MAX), 7);
}

#[test]
fn errors_are_sentences() {
    let error = Network::read(
        &file(),
        &Expected {
            game: 1,
            variant: 0,
            inputs: 768,
        },
    );
    let said = error.expect_err("another game").to_string();
    assert_eq!(
        said,
        "the net is for game 2 variant 6, not for game 1 variant 0"
    );
}
