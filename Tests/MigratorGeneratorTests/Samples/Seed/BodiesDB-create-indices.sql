CREATE INDEX solar_bodies_on_orbits ON solar_bodies (orbits);
