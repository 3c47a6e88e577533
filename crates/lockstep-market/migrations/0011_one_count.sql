-- The counted lists of items and listings have their numbers.
DROP TRIGGER market_item_added;
DROP TRIGGER market_item_changed;
DROP TRIGGER market_item_removed;
DROP TRIGGER market_listing_added;
DROP TRIGGER market_listing_changed;
DROP TRIGGER market_listing_removed;
DROP TABLE market_item_count;
DROP TABLE market_listing_count;
