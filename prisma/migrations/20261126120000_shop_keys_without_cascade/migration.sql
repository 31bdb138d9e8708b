-- A shop's id never changes. Databases spread over servers by shop do not allow a key that would pass such a change on.
ALTER TABLE "AccountShop" DROP CONSTRAINT "AccountShop_shopId_fkey";
ALTER TABLE "AccountShop" ADD CONSTRAINT "AccountShop_shopId_fkey" FOREIGN KEY ("shopId") REFERENCES "Shop"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
