//! Axes: positions of figures in a drawing, and round tick values.

/// A scale from figures to positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// Makes the scale that maps all of `values` between the positions `from` and `to`; `None`
    /// without any.
    pub fn of(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Option<Scale> {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            (low, high) = (low.min(value), high.max(value));
        }
        if !low.is_finite() || !high.is_finite() {
            return None;
        }
        // Equal figures are placed in the middle.
        let room = if high > low { 0.05 * (high - low) } else { 1.0 };
        Some(Scale { low: low - room, high: high + room, from, to })
    }

    /// Returns the position of a figure, to a tenth.
    pub fn at(&self, value: f64) -> f64 {
        let share = (value - self.low) / (self.high - self.low);
        let place = self.from + share * (self.to - self.from);
        libm::round(place * 10.0) / 10.0
    }

    /// Returns about `count` round figures on the scale, ascending.
    pub fn ticks(&self, count: usize) -> Vec<f64> {
        let rough = (self.high - self.low) / count as f64;
        let power = libm::pow(10.0, libm::floor(libm::log10(rough)));
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|step| step * power);
        let step = step.into_iter().find(|step| *step >= rough).unwrap_or(10.0 * power);
        let first = libm::ceil(self.low / step) as i64;
        let last = libm::floor(self.high / step) as i64;
        (first..=last).map(|tick| tick as f64 * step).collect()
    }
}

/// Returns positions at least `apart` from each other within `from..=to`, each as close as possible
/// to the wanted one. Without enough space they overlap evenly.
pub(super) fn spread(wanted: &[f64], apart: f64, from: f64, to: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]).then(a.cmp(&b)));
    let gaps = wanted.len().saturating_sub(1).max(1) as f64;
    let apart = apart.min((to - from) / gaps);
    let mut places = vec![0.0; wanted.len()];
    let mut least = from;
    for &i in &order {
        places[i] = wanted[i].max(least);
        least = places[i] + apart;
    }
    let mut most = to;
    for &i in order.iter().rev() {
        places[i] = places[i].min(most);
        most = places[i] - apart;
    }
    places.iter().map(|place| libm::round(place * 10.0) / 10.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_has_round_ticks_within_it() {
        let scale = Scale::of([-180.0, 220.0].into_iter(), 0.0, 100.0).expect("some values");
        assert_eq!(scale.ticks(3), [-200.0, 0.0, 200.0]);
        assert_eq!(scale.at(20.0), 50.0);
        assert_eq!(Scale::of([].into_iter(), 0.0, 1.0), None);
        assert_eq!(Scale::of([7.0].into_iter(), 0.0, 100.0).expect("one").at(7.0), 50.0);
    }

    #[test]
    fn labels_do_not_overlap() {
        assert_eq!(spread(&[10.0, 11.0, 50.0], 12.0, 0.0, 100.0), [10.0, 22.0, 50.0]);
        assert_eq!(spread(&[99.0, 100.0], 12.0, 0.0, 100.0), [88.0, 100.0]);
        assert_eq!(spread(&[5.0; 5], 50.0, 0.0, 100.0), [0.0, 25.0, 50.0, 75.0, 100.0]);
    }
}
