/*
 * quality.c: penetration is the depth of the MTD of each pair of shapes that the scene lets collide, found by Thud's
 * public narrowphase over its public spatial hash, whatever the engine thought of them.
 */
#include "quality.h"

#include "thud/broadphase.h"
#include "thud/narrowphase.h"

#include <math.h>
#include <stdlib.h>

/* Below these differences two runs are equally good. Motion is chaotic, so that the deepest of thousands of pairs
 * differs by a factor between two runs of one engine with slightly different starts; a mean does not. */
#define MEAN_FACTOR 1.1
#define MEAN_ALLOWANCE 0.0002 /* [m] */
#define LARGEST_FACTOR 1.5
#define LARGEST_ALLOWANCE 0.005 /* [m]; the slop of all three engines */
#define HEIGHT_FACTOR 0.01
#define ENERGY_FACTOR 2.0
#define ENERGY_ALLOWANCE 0.00005 /* [J/kg]: all at 1 cm/s */

thud_pose *bench_quality_poses(const bench_record *record) {
    thud_pose *poses = malloc(((size_t)record->body_count + 1) * sizeof *poses);
    if (poses == NULL) {
        bench_fail("out of memory");
    }
    for (int32_t i = 0; i < record->body_count; i++) {
        const bench_recorded_body *body = &record->bodies[i];
        poses[i] = (thud_pose){{0.0f, 0.0f}, {1.0f, 0.0f}};
        if (!body->gone) {
            poses[i] = record->engine->pose(record->world, body->handle);
            /* An engine's rotation may be off by rounding; thud_rot must be a unit vector. */
            float length = hypotf(poses[i].rotation.c, poses[i].rotation.s);
            poses[i].rotation.c /= length;
            poses[i].rotation.s /= length;
        }
    }
    return poses;
}

static bool pose_is_finite(thud_pose pose) {
    return isfinite(pose.position.x) && isfinite(pose.position.y) && isfinite(pose.rotation.c) &&
           isfinite(pose.rotation.s);
}

/* ---- penetration ---- */

static bool share_a_hinge(const bench_record *record, int32_t a, int32_t b) {
    /* Hinges are made right after their later body: those of b lie together, so that few are looked at. */
    int32_t low = 0, high = record->hinge_count, later = a > b ? a : b;
    while (low < high) {
        int32_t middle = (low + high) / 2;
        const bench_recorded_hinge *hinge = &record->hinges[middle];
        int32_t its_later = hinge->a > hinge->b ? hinge->a : hinge->b;
        if (its_later < later) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (int32_t i = low; i < record->hinge_count; i++) {
        const bench_recorded_hinge *hinge = &record->hinges[i];
        if ((hinge->a == a && hinge->b == b) || (hinge->a == b && hinge->b == a)) {
            return true;
        }
        if (hinge->a != later && hinge->b != later) {
            return false;
        }
    }
    return false;
}

static bool may_collide(const bench_record *record, const bench_recorded_shape *a,
                        const bench_recorded_shape *b) {
    if (a->body == b->body) {
        return false;
    }
    if (record->bodies[a->body].type != THUD_BODY_DYNAMIC &&
        record->bodies[b->body].type != THUD_BODY_DYNAMIC) {
        return false;
    }
    if (a->group != 0 && a->group == b->group) {
        return false;
    }
    if ((a->category & b->mask) == 0 || (b->category & a->mask) == 0) {
        return false;
    }
    return record->hinge_count == 0 || !share_a_hinge(record, a->body, b->body);
}

static void add_pair(const bench_record *record, const thud_pose *poses, const thud_pair *pair,
                     bench_quality_sums *sums) {
    const bench_recorded_shape *a = &record->shapes[pair->user_a], *b = &record->shapes[pair->user_b];
    if (!may_collide(record, a, b)) {
        return;
    }
    thud_mtd mtd = {0};
    thud_find_mtd(&record->geometries[a->geometry], poses[a->body], &record->geometries[b->geometry],
                  poses[b->body], &mtd);
    if (mtd.overlap) {
        sums->penetration += (double)mtd.depth;
        sums->penetration_samples += 1.0;
        sums->largest_penetration = fmax(sums->largest_penetration, (double)mtd.depth);
    }
}

static void add_penetration(const bench_record *record, const thud_pose *poses, bench_quality_sums *sums) {
    thud_hash_def def = thud_hash_defaults();
    def.margin = 0.0f;
    def.capacity = record->shape_count;
    thud_hash *hash = NULL;
    if (thud_hash_create(&def, &hash) != THUD_OK) {
        bench_fail("out of memory");
    }
    for (int32_t i = 0; i < record->shape_count; i++) {
        const bench_recorded_shape *shape = &record->shapes[i];
        const bench_recorded_body *body = &record->bodies[shape->body];
        if (body->gone || !pose_is_finite(poses[shape->body])) {
            continue;
        }
        thud_aabb box = thud_shape_aabb(&record->geometries[shape->geometry], poses[shape->body]);
        thud_proxy_id proxy;
        thud_proxy_kind kind = body->type == THUD_BODY_STATIC ? THUD_PROXY_STATIC : THUD_PROXY_MOVING;
        thud_hash_insert(hash, box, kind, (uint64_t)i, &proxy);
    }
    thud_pairs pairs = {0};
    if (thud_hash_update(hash, NULL, NULL, &pairs) != THUD_OK) {
        bench_fail("out of memory");
    }
    for (int i = 0; i < pairs.count; i++) {
        add_pair(record, poses, &pairs.pairs[i], sums);
    }
    thud_hash_destroy(hash);
}

static void add_joint_errors(const bench_record *record, const thud_pose *poses, bench_quality_sums *sums) {
    for (int32_t i = 0; i < record->hinge_count; i++) {
        const bench_recorded_hinge *hinge = &record->hinges[i];
        if (record->bodies[hinge->a].gone || record->bodies[hinge->b].gone) {
            continue;
        }
        thud_vec2 apart = thud_vec2_sub(thud_pose_apply(poses[hinge->b], hinge->anchor_b),
                                        thud_pose_apply(poses[hinge->a], hinge->anchor_a));
        double error = (double)thud_vec2_length(apart);
        sums->joint_error += error;
        sums->joint_samples += 1.0;
        sums->largest_joint_error = fmax(sums->largest_joint_error, error);
    }
}

void bench_quality_sample(const bench_record *record, bench_quality_sums *sums) {
    thud_pose *poses = bench_quality_poses(record);
    add_penetration(record, poses, sums);
    add_joint_errors(record, poses, sums);
    sums->samples++;
    free(poses);
}

/* ---- at the end ---- */

/* Mass, centre and inertia of a body's shapes together. */
static thud_mass body_mass(const bench_record *record, const bench_recorded_body *body) {
    thud_mass total = {0};
    for (int pass = 0; pass < 2; pass++) { /* the centre first, then the inertia about it */
        for (int32_t i = 0; i < body->shape_count; i++) {
            const bench_recorded_shape *shape = &record->shapes[body->first_shape + i];
            thud_mass one = thud_shape_mass(&record->geometries[shape->geometry], shape->density);
            if (pass == 0) {
                total.mass += one.mass;
                total.center = thud_vec2_mul_add(total.center, one.mass, one.center);
            } else {
                float arm = thud_vec2_length_squared(thud_vec2_sub(one.center, total.center));
                total.inertia += one.inertia + one.mass * arm;
            }
        }
        if (pass == 0 && total.mass > 0.0f) {
            total.center = thud_vec2_scale(total.center, 1.0f / total.mass);
        }
    }
    return total;
}

static void add_energy(const thud_mass *mass, thud_pose before, thud_pose now, bench_quality_sums *sums) {
    thud_vec2 translation =
        thud_vec2_sub(thud_pose_apply(now, mass->center), thud_pose_apply(before, mass->center));
    double speed = (double)thud_vec2_length(translation) / (double)BENCH_DT;
    double sine = (double)(before.rotation.c * now.rotation.s - before.rotation.s * now.rotation.c);
    double cosine = (double)(before.rotation.c * now.rotation.c + before.rotation.s * now.rotation.s);
    double spin = atan2(sine, cosine) / (double)BENCH_DT;
    sums->energy += 0.5 * (double)mass->mass * speed * speed + 0.5 * (double)mass->inertia * spin * spin;
    sums->mass += (double)mass->mass;
}

void bench_quality_end(const bench_record *record, const thud_pose *before, bool (*lost)(thud_vec2),
                       bench_quality_sums *sums) {
    thud_pose *now = bench_quality_poses(record);
    double tallest = -HUGE_VAL;
    for (int32_t i = 0; i < record->body_count; i++) {
        const bench_recorded_body *body = &record->bodies[i];
        if (body->gone || body->type != THUD_BODY_DYNAMIC) {
            continue;
        }
        if (!pose_is_finite(now[i]) || lost(now[i].position)) {
            sums->lost++;
            continue;
        }
        thud_mass mass = body_mass(record, body);
        add_energy(&mass, before[i], now[i], sums);
        for (int32_t k = 0; k < body->shape_count; k++) {
            const bench_recorded_shape *shape = &record->shapes[body->first_shape + k];
            thud_aabb box = thud_shape_aabb(&record->geometries[shape->geometry], now[i]);
            tallest = fmax(tallest, (double)box.max.y);
        }
    }
    if (tallest > -HUGE_VAL) {
        sums->tallest += tallest;
    }
    sums->worlds++;
    free(now);
}

bench_quality bench_quality_result(const bench_quality_sums *sums) {
    bench_quality result = {.largest_penetration = sums->largest_penetration,
                            .largest_joint_error = sums->largest_joint_error,
                            .lost = sums->lost};
    if (sums->penetration_samples > 0.0) {
        result.mean_penetration = sums->penetration / sums->penetration_samples;
    }
    if (sums->samples > 0) {
        result.overlapping_pairs = sums->penetration_samples / (double)sums->samples;
    }
    if (sums->joint_samples > 0.0) {
        result.mean_joint_error = sums->joint_error / sums->joint_samples;
    }
    if (sums->mass > 0.0) {
        result.kinetic_energy = sums->energy / sums->mass;
    }
    if (sums->worlds > 0) {
        result.tallest_point = sums->tallest / (double)sums->worlds;
    }
    return result;
}

/* ---- better or worse ---- */

bool bench_quality_is_worse(const bench_quality *ours, const bench_quality *theirs, bool rests,
                            const char **why) {
    *why = NULL;
    if (ours->lost > theirs->lost) {
        *why = "more bodies lost";
    } else if (ours->mean_penetration > MEAN_FACTOR * theirs->mean_penetration + MEAN_ALLOWANCE) {
        *why = "mean penetration";
    } else if (ours->largest_penetration > LARGEST_FACTOR * theirs->largest_penetration + LARGEST_ALLOWANCE) {
        *why = "largest penetration";
    } else if (ours->mean_joint_error > MEAN_FACTOR * theirs->mean_joint_error + MEAN_ALLOWANCE) {
        *why = "mean joint error";
    } else if (ours->largest_joint_error > LARGEST_FACTOR * theirs->largest_joint_error + LARGEST_ALLOWANCE) {
        *why = "largest joint error";
    } else if (rests && ours->kinetic_energy > ENERGY_FACTOR * theirs->kinetic_energy + ENERGY_ALLOWANCE) {
        *why = "does not come to rest";
    } else if (rests && ours->tallest_point < (1.0 - HEIGHT_FACTOR) * theirs->tallest_point) {
        *why = "sinks together";
    }
    return *why != NULL;
}
