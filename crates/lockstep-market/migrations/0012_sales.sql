-- The purchases up to now, as operations/figures.rs counts each purchase.
INSERT INTO figure(name, user_id, unit, period, subject, n)
SELECT sums.name, CASE scopes.of_seller WHEN 1 THEN sale.seller ELSE '' END AS user_id, units.unit,
    CASE units.unit WHEN 'hour' THEN sale.at / 3600000 WHEN 'day' THEN sale.at / 86400000
        ELSE CAST(strftime('%Y', sale.at / 1000, 'unixepoch') AS BIGINT) * 12
            + CAST(strftime('%m', sale.at / 1000, 'unixepoch') AS BIGINT) - 1 END AS period,
    CASE sums.name WHEN 'market.sales' THEN sale.offer WHEN 'market.revenue' THEN sale.currency
        ELSE sale.category END AS subject,
    CAST(SUM(CASE sums.name WHEN 'market.revenue' THEN sale.price ELSE 1 END) AS BIGINT)
FROM (SELECT p.at, p.offer, p.currency, p.price, a.user_id AS seller,
        CASE substr(p.offer, 1, 4) WHEN 'tok_' THEN 'data token' WHEN 'lst_' THEN 'dataset'
            ELSE COALESCE(i.category, 'unknown') END AS category
    FROM market_purchase AS p LEFT JOIN ledger_account AS a ON a.id = p.seller_account
        LEFT JOIN market_item AS i ON i.id = p.offer
    WHERE p.refunded_at IS NULL) AS sale
CROSS JOIN (SELECT 'hour' AS unit UNION ALL SELECT 'day' UNION ALL SELECT 'month') AS units
CROSS JOIN (SELECT 'market.sales' AS name UNION ALL SELECT 'market.revenue' UNION ALL SELECT 'market.categories') AS sums
CROSS JOIN (SELECT 0 AS of_seller UNION ALL SELECT 1) AS scopes
WHERE (scopes.of_seller = 0 OR sale.seller IS NOT NULL)
    AND (units.unit = 'month' OR sale.at >= (SELECT MAX(at) FROM market_purchase)
        - CASE units.unit WHEN 'hour' THEN 172800000 ELSE 5356800000 END)
GROUP BY 1, 2, 3, 4, 5;
