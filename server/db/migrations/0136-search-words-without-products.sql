-- The policy of 0133 read a product for each word, which takes seconds with 100,000 products. Instead, mistyped terms are
-- corrected to words of products that the caller can see, see nearest_search_words().
alter policy storefront on search_word using (entity = 'product');
