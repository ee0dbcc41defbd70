//! A tournament as tables: for the terminal, a page, a grade sheet.
