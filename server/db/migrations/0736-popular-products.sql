-- The storefront reads the units that were sold beside each product instead.
drop function if exists list_popular_products(integer);
