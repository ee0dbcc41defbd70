//! A criterion in a file: a sentence, or a table of its fields.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::asked::Criterion;
use super::sentence::percentage;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CriterionVisitor {
    opponent: String,
    share: Share,
    #[serde(default)]
    games: u32,
    #[serde(default)]
    confidence: Option<Share>,
}

struct Share(f64);

impl<'de> Deserialize<'de> for Share {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Share, D::Error> {
        struct Reading;
        impl Visitor<'_> for Reading {
            type Value = Share;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a share such as 0.6 or \"60 %\"")
            }
            fn visit_f64<E: Error>(self, share: f64) -> Result<Share, E> {
                if share > 1.0 {
                    Err(E::custom(format!("{share} is no share: write \"{share} %\"")))
                } else {
                    Ok(Share(share))
                }
            }
            fn visit_u64<E: Error>(self, share: u64) -> Result<Share, E> {
                self.visit_f64(share as f64)
            }
            fn visit_i64<E: Error>(self, share: i64) -> Result<Share, E> {
                self.visit_f64(share as f64)
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Share, E> {
                percentage(text).map(Share).map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Reading)
    }
}

impl<'de> Deserialize<'de> for Criterion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Criterion, D::Error> {
        struct Reading;
        impl<'de> Visitor<'de> for Reading {
            type Value = Criterion;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a sentence, or a table of opponent, share, games and confidence")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Criterion, E> {
                text.parse().map_err(E::custom)
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Criterion, A::Error> {
                let table = CriterionVisitor::deserialize(MapAccessDeserializer::new(map))?;
                let criterion = Criterion {
                    opponent: table.opponent.trim().to_string(),
                    share: table.share.0,
                    games: table.games,
                    confidence: table.confidence.map(|confidence| confidence.0),
                };
                criterion.checked().map_err(A::Error::custom)
            }
        }
        deserializer.deserialize_any(Reading)
    }
}
