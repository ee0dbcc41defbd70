//! Exceptions, with the sentences of the program.

use juez_core::{BadDeal, OptionsError as BadOptions, ParseSeedError, ReadRecordError};
use juez_match::referee::{EntryRefused, MoveRefused, RecordFault};
use pyo3::exceptions::PyValueError;
use pyo3::{PyErr, create_exception};

create_exception!(juez, JuezError, PyValueError, "The base of all exceptions of juez.");
create_exception!(juez, UnknownGame, JuezError, "No game has this name.");
create_exception!(juez, OptionsError, JuezError, "House rules that no match can have.");
create_exception!(juez, IllegalMove, JuezError, "A move that cannot be read or made.");
create_exception!(juez, DealError, JuezError, "A deal that is not due or not possible.");
create_exception!(juez, RecordError, JuezError, "A text that is not the record of a match.");
create_exception!(juez, QueryError, JuezError, "A question about a view that has no answer.");
create_exception!(juez, BotFault, JuezError, "A bot that failed, or cannot play.");

/// A result of a function of the module.
pub(crate) type Result<T> = std::result::Result<T, Error>;

/// An error that becomes an exception.
pub(crate) struct Error(PyErr);

impl From<Error> for PyErr {
    fn from(error: Error) -> PyErr {
        error.0
    }
}

impl From<PyErr> for Error {
    fn from(error: PyErr) -> Error {
        Error(error)
    }
}

/// Makes each error an exception with its sentence.
macro_rules! exceptions {
    ($($error:ty => $exception:ident,)+) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Error {
                Error($exception::new_err(error.to_string()))
            }
        }
    )+};
}

exceptions! {
    BadDeal => DealError,
    BadOptions => OptionsError,
    EntryRefused => IllegalMove,
    MoveRefused => IllegalMove,
    ParseSeedError => JuezError,
    ReadRecordError => RecordError,
    RecordFault => RecordError,
    juez_match::registry::UnknownGame => UnknownGame,
}
