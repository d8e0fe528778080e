-- One function with limits replaces these two.
drop function if exists search_ids_of_common_term(text, text);
drop function if exists search_ids_of_words(text, text[], text[]);
