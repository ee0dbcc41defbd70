//! Content longer than a message, in parts of a stream. They are found by subject, so a reader
//! needs only permission to request a message by its subject.

use async_nats::jetstream::Context;

use super::connect::words;

/// Bytes of a message for its subject and headers.
const HEADER_BYTES: usize = 4096;
/// Minimum bytes of a part; a server that takes less is unusable.
const MIN_PART_BYTES: usize = 1024;

/// Returns the maximum bytes of content in a message.
pub fn part_bytes(js: &Context) -> usize {
    js.client().max_payload().saturating_sub(HEADER_BYTES).max(MIN_PART_BYTES)
}

/// Returns the number of parts for this many bytes.
pub fn count(bytes: usize, js: &Context) -> u32 {
    bytes.div_ceil(part_bytes(js)).max(1) as u32
}

/// Stores `bytes` under the subjects `name.0`, `name.1` and so on; returns the number of parts.
///
/// # Errors
/// Returns the reason if the server rejects a part.
pub async fn put(js: &Context, name: &str, bytes: &[u8]) -> Result<u32, String> {
    let size = part_bytes(js);
    let mut parts: Vec<&[u8]> = bytes.chunks(size).collect();
    if parts.is_empty() {
        parts.push(&[]);
    }
    for (number, part) in parts.iter().enumerate() {
        let sent = js.publish(format!("{name}.{number}"), part.to_vec().into()).await;
        let stored = sent.map_err(|error| words(&error))?.await;
        stored.map_err(|error| words(&error))?;
    }
    Ok(parts.len() as u32)
}

/// Reads the parts stored by [`put`]; checks blake3 and the length limit.
///
/// # Errors
/// Returns the reason if a part is missing, or the content is too long or has another checksum.
pub async fn get(
    js: &Context,
    stream: &str,
    name: &str,
    parts: u32,
    checksum: &[u8; 32],
    most: usize,
) -> Result<Vec<u8>, String> {
    let too_long = || format!("it has more than {most} bytes");
    // Empty parts would never reach the limit, whatever their number.
    if parts as usize > most.div_ceil(MIN_PART_BYTES) {
        return Err(too_long());
    }
    let stream = js.get_stream_no_info(stream).await.map_err(|error| words(&error))?;
    let mut bytes = Vec::new();
    for number in 0..parts {
        let part = stream.direct_get_last_for_subject(format!("{name}.{number}")).await;
        let part = part.map_err(|error| words(&error))?.payload;
        if bytes.len() + part.len() > most {
            return Err(too_long());
        }
        bytes.extend_from_slice(&part);
    }
    if blake3::hash(&bytes).as_bytes() == checksum {
        Ok(bytes)
    } else {
        Err("its content does not have the checksum that it should have".to_string())
    }
}

/// Removes stored parts; any that remain expire.
pub async fn forget(js: &Context, stream: &str, name: &str) {
    if let Ok(stream) = js.get_stream_no_info(stream).await {
        let _ = stream.purge().filter(format!("{name}.>")).await;
    }
}
