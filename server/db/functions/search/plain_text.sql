-- Returns rich text as plain text for searches. Tags inside a line (contract/lib/text/rich-text.ts) end no word.
create or replace function plain_text(html text) returns text language sql immutable parallel safe as $$
  select replace(replace(replace(replace(
    regexp_replace(
      regexp_replace(html, '</?(a|strong|em|u|s|sub|sup|mark|code|img)\M[^>]*>', '', 'g'), '<[^>]*>', ' ', 'g'),
    '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&')
$$;
