//! Plain data in both directions: numbers, texts, lists and dictionaries.

use juez_core::Seed;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Number, Value};

use crate::errors::Result;

/// Converts plain data to Python.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (None, Some(number)) => number.into_pyobject(py)?.into_any(),
            (None, None) => PyFloat::new(py, number.as_f64().unwrap_or(f64::NAN)).into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(items) => {
            let items = items.iter().map(|item| to_python(py, item));
            PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        Value::Object(map) => object(py, map)?.into_any(),
    })
}

/// Converts an object to a dictionary.
pub(crate) fn object<'py>(
    py: Python<'py>,
    map: &Map<String, Value>,
) -> PyResult<Bound<'py, PyDict>> {
    let dictionary = PyDict::new(py);
    for (name, value) in map {
        dictionary.set_item(name, to_python(py, value)?)?;
    }
    Ok(dictionary)
}

/// Converts numbers, texts, lists, tuples and dictionaries with text keys from Python.
pub(crate) fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(flag.is_true().into());
    }
    if value.is_instance_of::<PyInt>() {
        return Ok(Value::from(value.extract::<i64>()?));
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return Ok(Number::from_f64(number.value()).map_or(Value::Null, Value::Number));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_cow()?.into());
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let items = value.try_iter()?.map(|item| from_python(&item?));
        return Ok(Value::Array(items.collect::<PyResult<_>>()?));
    }
    if let Ok(dictionary) = value.cast::<PyDict>() {
        return Ok(Value::Object(map(dictionary)?));
    }
    let name = value.get_type().name()?;
    Err(PyTypeError::new_err(format!("{name} is no plain data: numbers, texts, lists, dicts")))
}

/// Converts a dictionary with text keys from Python.
pub(crate) fn map(dictionary: &Bound<'_, PyDict>) -> PyResult<Map<String, Value>> {
    let entries = dictionary.iter();
    entries.map(|(name, value)| Ok((name.extract::<String>()?, from_python(&value)?))).collect()
}

/// Reads a seed: a whole number or 64 hexadecimal digits; a fresh one for `None`.
pub(crate) fn seed(value: Option<&Bound<'_, PyAny>>) -> Result<Seed> {
    match value {
        None => Ok(Seed::fresh().map_err(PyErr::from)?),
        Some(value) => Ok(value.str()?.to_cow()?.parse::<Seed>()?),
    }
}
