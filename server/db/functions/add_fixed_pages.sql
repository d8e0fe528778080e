-- Adds the two pages that every store has from the start; the back office has shortcuts to them.
create or replace function add_fixed_pages() returns trigger language plpgsql as $$
declare
  store_name text := replace(replace(replace(new.name, '&', '&amp;'), '<', '&lt;'), '>', '&gt;');
begin
  insert into page (business_id, slug, title, body, is_fixed) values
    (new.id, 'about-us', 'About us', '<p>Welcome to ' || store_name
      || '. Here is the place to say who you are, what you make or choose, and why.</p>', true),
    (new.id, 'contact-us', 'Contact us', '<p>You have a question about an order or a product of ' || store_name
      || '? Write to us, we are glad to help.</p>', true);
  return null;
end $$;
