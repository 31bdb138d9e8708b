-- Invitations end with their sender's right to the shop.
ALTER TABLE "AccountLink" ADD COLUMN "inviterId" UUID;
CREATE INDEX "AccountLink_inviterId_shopId_idx" ON "AccountLink"("inviterId", "shopId");
ALTER TABLE "AccountLink" ADD CONSTRAINT "AccountLink_inviterId_shopId_fkey" FOREIGN KEY ("inviterId", "shopId") REFERENCES "AccountShop"("accountId", "shopId") ON DELETE CASCADE ON UPDATE NO ACTION;
