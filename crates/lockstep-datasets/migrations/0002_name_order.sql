-- Finds the page of a place in the order of the names without reading the pages.
CREATE INDEX dataset_name_page_order ON dataset_name_page(user_id, position, n);
