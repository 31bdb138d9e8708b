-- Untouched colors of discount codes follow the brand from now on.
UPDATE "Setting" SET value = jsonb_set(value, '{colours}', '{"background": "", "border": "", "text": "", "code": ""}')
WHERE key = 'discount' AND value -> 'colours' = '{"background": "#fbf7ef", "border": "#1f5b45", "text": "#1e1b16", "code": "#1f5b45"}';
