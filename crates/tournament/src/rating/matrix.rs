//! Square matrices with a row for each parameter of a field.

use std::ops::{Index, IndexMut};

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Matrix {
    /// Number of rows and of columns.
    pub size: usize,
    cells: Vec<f64>,
}

/// The factor U of a symmetric matrix A = Uᵀ U, upper triangular; cells below the diagonal are
/// ignored.
pub(super) struct Cholesky(Matrix);

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.cells[row * self.size + column]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.cells[row * self.size + column]
    }
}

impl Matrix {
    pub fn zeros(size: usize) -> Matrix {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    /// Returns a matrix with the values of `cell` at each row and column.
    pub fn from_fn(size: usize, cell: impl Fn(usize, usize) -> f64) -> Matrix {
        let cells = (0..size * size).map(|at| cell(at / size, at % size)).collect();
        Matrix { size, cells }
    }

    pub fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..][..self.size]
    }

    /// Adds the outer product of a column with itself.
    pub fn add_square(&mut self, column: &[f64]) {
        for (row, left) in self.cells.chunks_exact_mut(self.size).zip(column) {
            add_scaled(row, *left, column);
        }
    }

    pub fn scale(&mut self, factor: f64) {
        self.cells.iter_mut().for_each(|cell| *cell *= factor);
    }

    /// Factors a symmetric matrix; `None` if it is not positive definite.
    pub fn cholesky(mut self) -> Option<Cholesky> {
        for i in 0..self.size {
            let (above, rest) = self.cells.split_at_mut(i * self.size);
            let row = &mut rest[i..self.size];
            for done in above.chunks_exact(self.size) {
                add_scaled(row, -done[i], &done[i..]);
            }
            if row[0].is_nan() || row[0] <= 0.0 {
                return None;
            }
            let pivot = libm::sqrt(row[0]);
            row.iter_mut().for_each(|cell| *cell /= pivot);
        }
        Some(Cholesky(self))
    }
}

impl Cholesky {
    pub fn diagonal(&self) -> impl Iterator<Item = f64> {
        (0..self.0.size).map(|i| self.0[(i, i)])
    }

    /// Returns the x of A x = `right`.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for i in 0..x.len() {
            let row = self.0.row(i);
            x[i] /= row[i];
            let (head, tail) = x.split_at_mut(i + 1);
            add_scaled(tail, -head[i], &row[i + 1..]);
        }
        for i in (0..x.len()).rev() {
            let row = self.0.row(i);
            x[i] = (x[i] - dot(&row[i + 1..], &x[i + 1..])) / row[i];
        }
        x
    }

    pub fn inverse(&self) -> Matrix {
        let size = self.0.size;
        let unit = |row| (0..size).map(|i| f64::from(i == row)).collect::<Vec<f64>>();
        // It is symmetric, so its columns are its rows.
        Matrix { size, cells: (0..size).flat_map(|row| self.solve(&unit(row))).collect() }
    }
}

pub(super) fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

fn add_scaled(to: &mut [f64], factor: f64, other: &[f64]) {
    to.iter_mut().zip(other).for_each(|(to, other)| *to += factor * other);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of<const N: usize>(rows: [[f64; N]; N]) -> Matrix {
        Matrix::from_fn(N, |row, column| rows[row][column])
    }

    /// The factor is [[2, 6, -8], [0, 1, 5], [0, 0, 3]].
    #[test]
    fn a_matrix_of_whole_numbers_is_solved_exactly() {
        let a = of([[4.0, 12.0, -16.0], [12.0, 37.0, -43.0], [-16.0, -43.0, 98.0]]);
        let factor = a.cholesky().expect("positive definite");
        assert_eq!(factor.diagonal().collect::<Vec<f64>>(), [2.0, 1.0, 3.0]);
        assert_eq!(factor.solve(&[-20.0, -43.0, 192.0]), [1.0, 2.0, 3.0]);
    }

    #[test]
    fn what_is_not_positive_definite_has_no_factor() {
        for a in [[[1.0, 2.0], [2.0, 1.0]], [[0.0, 0.0], [0.0, 1.0]], [[f64::NAN, 0.0], [0.0, 1.0]]]
        {
            assert!(of(a).cholesky().is_none(), "{a:?}");
        }
    }

    proptest! {
        #[test]
        fn the_inverse_times_the_matrix_is_one(
            columns in prop::collection::vec(prop::collection::vec(-1.0..1.0, 6), 1..12),
        ) {
            let mut a = Matrix::from_fn(6, |row, column| f64::from(row == column));
            columns.iter().for_each(|column| a.add_square(column));
            let inverse = a.clone().cholesky().expect("positive definite").inverse();
            for i in 0..6 {
                for j in 0..6 {
                    let cell = dot(a.row(i), inverse.row(j));
                    prop_assert!((cell - f64::from(i == j)).abs() < 1e-9, "{i} {j} {cell}");
                }
            }
        }
    }
}
