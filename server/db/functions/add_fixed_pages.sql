-- Adds the two pages that every store has from the start; the back office has shortcuts to them.
create or replace function add_fixed_pages() returns trigger language plpgsql as $$
declare
  store_name text := replace(replace(replace(new.name, '&', '&amp;'), '<', '&lt;'), '>', '&gt;');
begin
  insert into page (business_id, slug, title, body, is_fixed) values
    (new.id, 'about-us', 'About us', '<p>Welcome to ' || store_name
      || '. Tell customers who you are and what you sell.</p>', true),
    (new.id, 'contact-us', 'Contact us', '<p>Do you have a question about an order or a product of '
      || store_name || '? Email us.</p>', true);
  return null;
end $$;
