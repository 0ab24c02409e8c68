/*
 * Queries and getters on four threads at once, between the steps of one world: each thread gets the same results as one
 * thread alone. Under the thread sanitizer the test shows that all writes are atomic or locked.
 */
#include "test.h"

#include <pthread.h>
#include <string.h>

#include "reference/random_shapes.h"
#include "reference/test_world.h"
#include "thud/chain.h"

enum { threads = 4, questions = 120, bodies = 900 };

/* ---- a world with all kinds of objects ---- */

static thud_shape_id sensor;

static thud_world *make_world(void) {
    test_random random = test_random_seed(2401);
    thud_world_def def = thud_world_defaults();
    def.worker_count = 2;
    thud_world *world = test_world_of(&def);
    for (int i = 0; i < bodies; i++) {
        thud_body_def body_def = thud_body_defaults();
        body_def.type = i % 3 == 0 ? THUD_BODY_DYNAMIC : i % 50 == 1 ? THUD_BODY_KINEMATIC : THUD_BODY_STATIC;
        body_def.position = test_random_vec2(&random, 40.0f);
        thud_body_id body = thud_body_create(world, &body_def);
        thud_shape shape = test_random_shape(&random, 1.0f);
        thud_shape_def shape_def = thud_shape_defaults();
        shape_def.sensor = i == 3;
        thud_shape_id id = thud_body_add_shape(world, body, &shape_def, &shape);
        sensor = i == 3 ? id : sensor;
    }
    static const thud_vec2 points[] = {{-40.0f, -1.0f}, {-10.0f, 0.0f}, {10.0f, 0.0f}, {40.0f, 2.0f}};
    thud_chain_def chain_def = thud_chain_defaults();
    chain_def.points = points;
    chain_def.count = 4;
    chain_def.one_sided = true;
    thud_chain_create(world, test_add_body(world, THUD_BODY_STATIC, points[1]), &chain_def);
    return world;
}

/* ---- the queries of a thread; only the first one asserts ---- */

typedef struct query_thread {
    thud_world *world;
    uint64_t digest;
} query_thread;

static void add_bits(query_thread *self, uint64_t bits) {
    self->digest = (self->digest ^ bits) * 0x9e3779b97f4a7c15u;
}

static void add_float(query_thread *self, float number) {
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    add_bits(self, bits);
}

static void add_hit(query_thread *self, const thud_world_hit *hit) {
    add_bits(self, hit->shape.slot);
    add_float(self, hit->cast.fraction);
    add_float(self, hit->cast.normal.x);
}

static bool see_shape(thud_world *world, thud_shape_id shape, void *context) {
    (void)world;
    *(uint64_t *)context += shape.slot; /* a sum, as the order may differ */
    return true;
}

static float see_any_hit(thud_world *world, const thud_world_hit *hit, void *context) {
    return see_shape(world, hit->shape, context) ? 1.0f : 0.0f;
}

static bool is_even(thud_world *world, thud_shape_id shape, void *context) {
    (void)context;
    return thud_shape_is_valid(world, shape) && shape.slot % 2 == 0;
}

static void cast_rays_and_shapes(query_thread *self, test_random *random, thud_query_filter filter) {
    thud_world *world = self->world;
    thud_vec2 from = test_random_vec2(random, 40.0f), translation = test_random_vec2(random, 20.0f);
    thud_shape shape = test_random_shape(random, 1.0f);
    thud_pose pose = {from, {1.0f, 0.0f}};
    thud_world_hit hit = thud_world_cast_ray(world, from, translation, filter);
    add_hit(self, &hit);
    hit = thud_world_cast_shape(world, &shape, pose, translation, filter);
    add_hit(self, &hit);
    add_bits(self, thud_world_ray_is_blocked(world, from, translation, filter));
    add_bits(self, thud_world_shape_is_blocked(world, &shape, pose, translation, filter));
    uint64_t sum = 0;
    add_bits(self, thud_world_cast_ray_all(world, from, translation, filter, see_any_hit, &sum));
    add_bits(self, thud_world_cast_shape_all(world, &shape, pose, translation, filter, see_any_hit, &sum));
    add_bits(self, sum);
    thud_ray rays[100];
    thud_world_hit hits[100];
    for (int i = 0; i < 100; i++) {
        rays[i] = (thud_ray){from, test_random_vec2(random, 10.0f)};
    }
    add_bits(self, thud_world_cast_rays(world, rays, 100, filter, hits));
    for (int i = 0; i < 100; i++) {
        add_hit(self, &hits[i]);
    }
}

static void find_shapes_nearby(query_thread *self, test_random *random, thud_query_filter filter) {
    thud_world *world = self->world;
    thud_vec2 at = test_random_vec2(random, 40.0f);
    thud_shape shape = test_random_shape(random, 1.0f);
    thud_pose pose = {at, {1.0f, 0.0f}};
    uint64_t sum = 0;
    add_bits(self, thud_world_overlap_aabb(world, thud_aabb_expand((thud_aabb){at, at}, 2.0f), filter,
                                           see_shape, &sum));
    add_bits(self, thud_world_overlap_shape(world, &shape, pose, filter, see_shape, &sum));
    add_bits(self, sum);
    thud_world_contact contacts[8];
    add_bits(self, (uint64_t)thud_world_collide_shape(world, &shape, pose, 0.1f, filter, contacts, 8));
    add_bits(self, thud_world_shape_at(world, at, filter).slot);
    add_float(self, thud_world_closest_shape(world, at, 30.0f, filter).distance);
    add_bits(self, (uint64_t)thud_shape_sensor_overlaps(world, sensor, NULL, 0));
}

static void read_bodies(query_thread *self, test_random *random) {
    thud_world *world = self->world;
    thud_body_id body = {(uint32_t)test_random_int(random, 0, bodies - 1), 1};
    add_float(self, thud_body_position(world, body).x);
    add_float(self, thud_body_velocity(world, body).y);
    add_float(self, thud_body_mass(world, body).mass);
    add_bits(self, thud_body_is_awake(world, body));
    thud_contact_data contacts[4];
    add_bits(self, (uint64_t)thud_body_contacts(world, body, contacts, 4));
    thud_body_sweep sweep =
        thud_world_cast_body(world, body, (thud_vec2){3.0f, -3.0f}, thud_query_filter_all());
    add_hit(self, &sweep.hit);
    body.generation = 77; /* refused, by all threads at once */
    add_float(self, thud_body_position(world, body).x);
    add_bits(self, thud_world_refusal(world).status);
    add_bits(self, (uint64_t)thud_world_counts(world).shapes);
}

static void *run_queries(void *context) {
    query_thread *self = context;
    test_random random = {2402};
    for (int i = 0; i < questions; i++) {
        thud_query_filter filter = thud_query_filter_all();
        filter.sensors = i % 4 == 0;
        filter.accepts = i % 3 == 0 ? is_even : NULL;
        cast_rays_and_shapes(self, &random, filter);
        find_shapes_nearby(self, &random, filter);
        read_bodies(self, &random);
    }
    return NULL;
}

/* ---- tests ---- */

static void queries_on_many_threads_at_once_get_the_answers_of_one_thread(void **state) {
    (void)state;
    thud_world *world = make_world(), *same = make_world();
    for (int round = 0; round < 4; round++) { /* before the first step, after one, after more */
        query_thread alone = {same, 0}, together[threads];
        run_queries(&alone);
        pthread_t thread[threads];
        for (int i = 0; i < threads; i++) {
            together[i] = (query_thread){world, 0};
            assert_int_equal(pthread_create(&thread[i], NULL, run_queries, &together[i]), 0);
        }
        for (int i = 0; i < threads; i++) {
            assert_int_equal(pthread_join(thread[i], NULL), 0);
            assert_true(together[i].digest == alone.digest);
        }
        assert_true(thud_world_hash(world) == thud_world_hash(same));
        test_step(world, 1 + 5 * round); /* the world is not locked any more */
        test_step(same, 1 + 5 * round);
    }
    thud_world_destroy(world);
    thud_world_destroy(same);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_on_many_threads_at_once_get_the_answers_of_one_thread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
