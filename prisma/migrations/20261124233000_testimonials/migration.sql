-- The published testimonials of a shop, the newest first. The planner uses an index whose rows all have the status (see Review_shown_idx).
CREATE INDEX "Review_testimonial_idx" ON "Review" ("shopId", "createdAt" DESC, "id" DESC) WHERE "testimonial" AND "status" = 'published';
