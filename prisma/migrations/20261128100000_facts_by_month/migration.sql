-- Facts are also summed by month of the shop, so that a long range reads few rows.
INSERT INTO "Fact" ("shopId", "metric", "dimension", "value", "hour", "count", "sum")
  SELECT f."shopId", f."metric", replace(f."dimension", '@day', '@month'), f."value", date_trunc('month', f."hour", candor_known_zone(s."ianaTimezone")), sum(f."count")::int, sum(f."sum")::bigint
  FROM "Fact" f JOIN "Shop" s ON s."id" = f."shopId" WHERE f."dimension" LIKE '%@day' GROUP BY 1, 2, 3, 4, 5;
