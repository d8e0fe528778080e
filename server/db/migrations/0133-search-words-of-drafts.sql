-- The words of drafts and archived products are hidden from shoppers, whose mistyped terms would be corrected to them.
-- Row security of the products applies to the condition too.
alter policy storefront on search_word using (entity = 'product' and exists (
  select from product p where p.business_id = search_word.business_id and p.id = search_word.id));
