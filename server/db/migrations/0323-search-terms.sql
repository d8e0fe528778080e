-- The number of terms has a default now.
drop function search_terms(text);
