-- Adds the two pages that every store has from the start, in its language; the back office has
-- shortcuts to them. Shoppers see their texts at once, so none of them speaks to the seller.
create or replace function add_fixed_pages() returns trigger language plpgsql as $$
declare
  store_name text := replace(replace(replace(new.name, '&', '&amp;'), '<', '&lt;'), '>', '&gt;');
begin
  insert into page (store_id, slug, title, body, is_fixed)
  select new.id, slug, title, '<p>' || replace(body, '{store}', store_name) || '</p>', true
  from (values
    ('en', 'about-us', 'About us', 'Welcome to {store}.'),
    ('en', 'contact-us', 'Contact us',
      'Do you have a question about an order or a product of {store}? Email us.'),
    ('de', 'about-us', 'Über uns', 'Willkommen bei {store}.'),
    ('de', 'contact-us', 'Kontakt',
      'Haben Sie eine Frage zu einer Bestellung oder einem Produkt von {store}? Schreiben Sie uns.'),
    ('fr', 'about-us', 'À propos', 'Bienvenue chez {store}.'),
    ('fr', 'contact-us', 'Contact', 'Une question sur une commande ou un produit de {store} ? Écrivez-nous.'),
    ('es', 'about-us', 'Sobre nosotros', 'Te damos la bienvenida a {store}.'),
    ('es', 'contact-us', 'Contacto', '¿Tienes una pregunta sobre un pedido o un producto de {store}? Escríbenos.'),
    ('pt', 'about-us', 'Sobre nós', 'Boas-vindas à {store}.'),
    ('pt', 'contact-us', 'Contato', 'Tem uma pergunta sobre um pedido ou um produto da {store}? Escreva para nós.'),
    ('ar', 'about-us', 'من نحن', 'مرحبًا بك في {store}.'),
    ('ar', 'contact-us', 'اتصل بنا', 'هل لديك سؤال عن طلب أو منتج من {store}؟ راسلنا.')
  ) as text (language, slug, title, body)
  where language = case when split_part(new.locale, '-', 1) in ('de', 'fr', 'es', 'pt', 'ar')
    then split_part(new.locale, '-', 1) else 'en' end;
  return null;
end $$;
