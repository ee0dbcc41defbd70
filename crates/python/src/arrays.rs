//! Buffers of NumPy: written in place, without a copy.

use juez_core::Observation;
use numpy::{Element, PyArray, PyArray1, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn};
use pyo3::prelude::*;

use crate::errors::{JuezError, Result};
use crate::rules::Shape;

/// An array that the caller lends to be written.
pub(crate) struct Lent<'py, T: Element>(PyReadwriteArrayDyn<'py, T>);

impl<'py, T: Element> Lent<'py, T> {
    /// Borrows an array of this shape.
    ///
    /// # Errors
    /// If it has another type or shape, its values are not in one block, or it is read-only.
    pub(crate) fn new(
        name: &str,
        array: &Bound<'py, PyAny>,
        shape: &[usize],
    ) -> Result<Lent<'py, T>> {
        let wrong = |why: &str| {
            JuezError::new_err(format!("{name} must be a writable {}{why}", described::<T>(shape)))
        };
        let array = array.cast::<PyArrayDyn<T>>().map_err(|_| wrong(""))?;
        let found = numpy::PyUntypedArrayMethods::shape(array);
        if found != shape {
            return Err(wrong(&format!(", not of shape {found:?}")).into());
        }
        let mut lent = array.try_readwrite().map_err(|_| wrong(", lent only once"))?;
        match lent.as_slice_mut() {
            Ok(_) => Ok(Lent(lent)),
            Err(_) => Err(wrong(", in one block (C order)").into()),
        }
    }

    pub(crate) fn values(&mut self) -> &mut [T] {
        self.0.as_slice_mut().expect("checked when it was lent")
    }
}

/// Copies an array with a value for each match.
///
/// # Errors
/// If it has another type or length.
pub(crate) fn per_match<T: Element + Copy>(
    name: &str,
    values: &Bound<'_, PyAny>,
    count: usize,
) -> Result<Vec<T>> {
    let wrong = || {
        let kind = numpy_name::<T>();
        JuezError::new_err(format!("{name} must be an array with a {kind} for each match"))
    };
    let array = values.cast::<PyArrayDyn<T>>().map_err(|_| wrong())?;
    let array = array.try_readonly().map_err(|_| wrong())?;
    let values = array.as_slice().map_err(|_| wrong())?;
    if values.len() != count { Err(wrong().into()) } else { Ok(values.to_vec()) }
}

fn described<T: Element>(shape: &[usize]) -> String {
    format!("array of {} with the shape {shape:?}", numpy_name::<T>())
}

fn numpy_name<T>() -> &'static str {
    match std::any::type_name::<T>() {
        "i8" => "int8",
        "u8" => "uint8",
        "i32" => "int32",
        "f32" => "float32",
        other => other,
    }
}

/// Returns planes and scalars as new arrays that own the values.
pub(crate) fn features<'py>(
    py: Python<'py>,
    shape: &Shape,
    seen: &Observation,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyArray1<i32>>)> {
    let planes = PyArray1::from_slice(py, seen.planes()).reshape(shape.of_planes(None))?;
    Ok((planes.into_any(), PyArray1::from_slice(py, seen.scalars())))
}

/// Returns planes and scalars as one vector.
pub(crate) fn flat<'py>(py: Python<'py>, seen: &Observation) -> Bound<'py, PyArray1<f32>> {
    let planes = seen.planes().iter().map(|&value| f32::from(value));
    let scalars = seen.scalars().iter().map(|&value| value as f32);
    PyArray1::from_vec(py, planes.chain(scalars).collect())
}

/// Returns a new mask of `moves` entries that `fill` writes.
pub(crate) fn mask(
    py: Python<'_>,
    moves: usize,
    fill: impl FnOnce(&mut [i8]),
) -> Bound<'_, PyArray1<i8>> {
    let mut values = vec![0; moves];
    fill(&mut values);
    PyArray::from_vec(py, values)
}
