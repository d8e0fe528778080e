-- Products have their ranks from the start, and not only after the nightly run.
select add_job('product.rank', '{}', 'product.rank');
