//! Likeness between submissions.
