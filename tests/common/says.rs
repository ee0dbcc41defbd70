//! Texts of the program and the sentences that they are made from.

/// Returns the values of a sentence by name if a text is that sentence with its values filled in.
pub fn filled<'a>(sentence: &'a str, text: &'a str) -> Option<Vec<(&'a str, &'a str)>> {
    let (mut parts, mut names) = (Vec::new(), Vec::new());
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').expect("a value has an end");
        parts.push(before);
        names.push(name);
        rest = after;
    }
    let text = text.strip_suffix(rest)?;
    let [first, more @ ..] = &parts[..] else { return text.is_empty().then(Vec::new) };
    let mut text = text.strip_prefix(first)?;
    let mut values = Vec::new();
    for part in more {
        // A value has at least one letter.
        let letter = text.chars().next()?.len_utf8();
        let at = letter + text[letter..].find(part)?;
        values.push(&text[..at]);
        text = &text[at + part.len()..];
    }
    values.push(text);
    (!text.is_empty()).then(|| names.into_iter().zip(values).collect())
}

/// Returns true if a text is a sentence with its values filled in.
pub fn says(sentence: &str, text: &str) -> bool {
    filled(sentence, text).is_some()
}

/// Returns true if a text is one of these sentences. A `{hint}` in it is one of them too.
pub fn is_one_of(sentences: &[&str], text: &str) -> bool {
    sentences.iter().filter_map(|sentence| filled(sentence, text)).any(|values| {
        values.iter().all(|(name, value)| *name != "hint" || is_one_of(sentences, value))
    })
}
